// Products for x86-64 with AVX-512.
#include "product_kernel.hpp"

namespace signalscope::product {
namespace {

struct Owner {};

}  // namespace

constexpr Kernels avx512_kernels = {kernel_of<TileOf64Bytes<Owner, float>>(),
                                    kernel_of<TileOf64Bytes<Owner, double>>()};

}  // namespace signalscope::product
