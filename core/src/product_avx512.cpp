// Products for x86-64 with AVX-512: 32 registers, of which 24 hold the tile.
#include "product_kernel.hpp"

namespace signalscope::product {
namespace {

struct Owner {};

}  // namespace

constexpr Kernels avx512_kernels = {kernel_of<Tile<Owner, float, 64, 6, 4, 128>>(),
                                    kernel_of<Tile<Owner, double, 64, 6, 4, 128>>()};

}  // namespace signalscope::product
