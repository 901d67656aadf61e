// Products for WebAssembly's 128-bit vectors with a fused multiply-add, in engines that have relaxed SIMD.
#include "fused_tile.hpp"
#include "product_kernel.hpp"

namespace signalscope::product {

template <class S>
using Multiply = void (*)(std::size_t depth, const S* a, const S* b, S* c, std::size_t c_step, bool add);

/// What the module gives, in its order.
struct FusedTiles {
  Multiply<float> float32 = nullptr;
  Multiply<double> float64 = nullptr;
};

/// See core/wasm/link_tile.cjs.
extern "C" bool signalscope_link_tile(const unsigned char* code, unsigned int size, FusedTiles* linked);

namespace {

struct Owner {};

/// The tile whose innermost loop the linked module holds.
template <class S>
struct FusedTile : Tile<Owner, S, 16, 4, 2, 256> {
  static inline Multiply<S> multiply = nullptr;
};

bool link_all() {
  FusedTiles linked;
  if (!signalscope_link_tile(fused_tile, fused_tile_size, &linked)) return false;
  FusedTile<float>::multiply = linked.float32;
  FusedTile<double>::multiply = linked.float64;
  return true;
}

}  // namespace

bool link_fused_kernels() {
  static const bool linked = link_all();
  return linked;
}

constexpr Kernels fused_kernels = {kernel_of<FusedTile<float>>(), kernel_of<FusedTile<double>>()};

}  // namespace signalscope::product
