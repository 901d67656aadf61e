// WebAssembly's text made into a module, with vectors and relaxed SIMD.
import assembler from 'wabt';

/**
 * @param {string} text
 * @returns {Promise<Uint8Array>} Rejects where the text is none.
 */
export async function assemble(text) {
  const { parseWat } = await assembler();
  return parseWat('text.wat', text, { simd: true, relaxed_simd: true }).toBinary({}).buffer;
}
