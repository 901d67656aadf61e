// A module of WebAssembly, as bytes: the register tile with a fused multiply-add. Made by core/wasm/fused_tile.js.
#pragma once

namespace signalscope::product {

extern const unsigned char fused_tile[];
extern const unsigned int fused_tile_size;

}  // namespace signalscope::product
