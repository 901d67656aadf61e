// Products for x86-64 with AVX2 and FMA: 16 registers, of which 12 hold the tile.
#include "product_kernel.hpp"

namespace signalscope::product {
namespace {

struct Owner {};

}  // namespace

constexpr Kernels avx2_kernels = {kernel_of<Tile<Owner, float, 32, 3, 4, 128>>(),
                                  kernel_of<Tile<Owner, double, 32, 3, 4, 128>>()};

}  // namespace signalscope::product
