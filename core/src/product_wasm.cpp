// Products for WebAssembly's 128-bit vectors.
#include "product_kernel.hpp"

namespace signalscope::product {
namespace {

struct Owner {};

}  // namespace

constexpr Kernels wasm_kernels = {kernel_of<Tile<Owner, float, 16, 4, 2, 256>>(),
                                  kernel_of<Tile<Owner, double, 16, 4, 2, 256>>()};

}  // namespace signalscope::product
