// The most that one core does of multiply-adds in WebAssembly's vectors, as modules for a worker: chains of them that do
// not wait for each other, twelve as they fit into sixteen registers beside their factor and summand. One module
// multiplies, then adds; the other does both at once, which an engine without relaxed SIMD refuses.
import { assemble } from '../../core/wasm/assemble.js';

const chains = 12;
const links = 200000;

const types = [
  { name: 'float32', shape: 'f32x4', constant: 'f32.const', lanes: 4 },
  { name: 'float64', shape: 'f64x2', constant: 'f64.const', lanes: 2 },
];

/** The operations of one call. @param {(typeof types)[number]} type */
const operations = ({ lanes }) => 2 * lanes * chains * links;

/** @param {(type: (typeof types)[number], sum: string) => string} multiplyAdd */
function moduleOf(multiplyAdd) {
  const names = Array.from({ length: chains }, (_, chain) => `$sum${chain}`);
  const functions = types.map((type) =>
    [
      `(func $${type.name} (result v128) (local $links i32) (local $factor v128)`,
      ...names.map((name) => `(local ${name} v128)`),
      `(local.set $links (i32.const ${links}))`,
      `(local.set $factor (${type.shape}.splat (${type.constant} 0.5)))`,
      '(loop $more',
      ...names.map((name) => `(local.set ${name} ${multiplyAdd(type, `(local.get ${name})`)})`),
      '(br_if $more (local.tee $links (i32.sub (local.get $links) (i32.const 1)))))',
      names.map((name) => `(local.get ${name})`).reduce((all, one) => `(v128.xor ${all} ${one})`),
      ')',
      `(func (export "${type.name}") (drop (call $${type.name})))`,
    ].join('\n'),
  );
  return ['(module', ...functions, ')'].join('\n');
}

/**
 * @returns {Promise<{modules: number[][], operations: Record<string, number>}>} the modules' bytes; each exports
 *   `float32` and `float64`, which take so many operations
 */
export async function peakModules() {
  const modules = await Promise.all(
    [
      moduleOf(
        ({ shape }, sum) => `(${shape}.add (${shape}.mul ${sum} (local.get $factor)) (local.get $factor))`,
      ),
      moduleOf(({ shape }, sum) => `(${shape}.relaxed_madd ${sum} (local.get $factor) (local.get $factor))`),
    ].map(assemble),
  );
  return {
    modules: modules.map((code) => [...code]),
    operations: Object.fromEntries(types.map((type) => [type.name, operations(type)])),
  };
}
