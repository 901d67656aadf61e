// Emscripten library: gives the core the functions of the module that fused_tile.js wrote.

mergeInto(LibraryManager.library, {
  // Newer versions of Emscripten name the table as a part that is left out where nothing asks for it.
  signalscope_link_tile__deps: LibraryManager.library.$wasmTable === undefined ? [] : ['$wasmTable'],
  // Writes where the pointers to `float32` and `float64` belong, one after the other. False, and nothing is written,
  // where the engine has no relaxed SIMD.
  signalscope_link_tile: function (start, size, pointers) {
    const code = HEAPU8.slice(start, start + size);
    if (!WebAssembly.validate(code)) return false;
    try {
      const imports = { core: { memory: wasmMemory } };
      const tile = new WebAssembly.Instance(new WebAssembly.Module(code), imports).exports;
      // A pointer to a function is its place in the table.
      const place = wasmTable.grow(2);
      [tile.float32, tile.float64].forEach(function (multiply, index) {
        wasmTable.set(place + index, multiply);
        HEAPU32[(pointers >> 2) + index] = place + index;
      });
      return true;
    } catch {
      // A page's policy may allow no further module: the core's own products remain.
      return false;
    }
  },
});
