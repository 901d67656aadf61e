// Emscripten 3.1 fetches the file beside its script, which Node's own fetch refuses: hand the bytes over instead.
Module['wasmBinary'] = require('node:fs').readFileSync(__filename.replace(/\.js$/, '.wasm'));
