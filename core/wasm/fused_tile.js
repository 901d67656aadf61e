// Writes the register tile of WebAssembly's fused multiply-add as a C++ array: a WebAssembly module of its own, because
// an engine without relaxed SIMD refuses a whole module for one such instruction, and because the compilers of 2022
// still write it under a number that has changed since.
//
//   node fused_tile.js FILE
//
// The module takes the memory of the core and gives `float32` and `float64`: Tile::multiply of product_kernel.hpp for
// 4 rows of 2 vectors, as product_fused.cpp declares it. Source of the instruction: WebAssembly, relaxed SIMD proposal
// (`relaxed_madd`).
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { assemble } from './assemble.js';

const rows = 4;
const vectors = 2;
/** Steps a turn: what a turn spends on its loop is then spent once for all of them. */
const turn = 8;

const types = [
  { name: 'float32', shape: 'f32x4', splat: 'v128.load32_splat', bytes: 4 },
  { name: 'float64', shape: 'f64x2', splat: 'v128.load64_splat', bytes: 8 },
];

/** @typedef {(typeof types)[number]} Type */

/** @template T @param {number} count @param {(index: number) => T} make */
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/** One line for each entry of the tile. @param {(row: number, vector: number) => string} line */
const entries = (line) => times(rows, (row) => times(vectors, (vector) => line(row, vector))).flat();

/** @param {Type} type */
const tile = (type) => {
  const panelOfA = rows * type.bytes;
  const panelOfB = vectors * 16;

  /** Adds a column of A times a row of B, the `index`-th of a turn. @param {number} index */
  const step = (index) => [
    ...times(vectors, (vector) => {
      const offset = index * panelOfB + vector * 16;
      return `(local.set $across${vector} (v128.load offset=${offset} align=4 (local.get $b)))`;
    }),
    ...times(rows, (row) => [
      `(local.set $down (${type.splat} offset=${index * panelOfA + row * type.bytes} (local.get $a)))`,
      ...times(vectors, (vector) => {
        const sum = `$sum${row}${vector}`;
        const factors = `(local.get $down) (local.get $across${vector})`;
        return `(local.set ${sum} (${type.shape}.relaxed_madd ${factors} (local.get ${sum})))`;
      }),
    ]).flat(),
  ];

  /** Turns of so many steps, as long as there are so many left. @param {number} steps */
  const turns = (steps) => [
    `(block $done${steps}`,
    `(loop $more${steps}`,
    `(br_if $done${steps} (i32.lt_u (local.get $depth) (i32.const ${steps})))`,
    ...times(steps, step).flat(),
    `(local.set $a (i32.add (local.get $a) (i32.const ${steps * panelOfA})))`,
    `(local.set $b (i32.add (local.get $b) (i32.const ${steps * panelOfB})))`,
    `(local.set $depth (i32.sub (local.get $depth) (i32.const ${steps})))`,
    `(br $more${steps})))`,
  ];

  return [
    `(func (export "${type.name}")`,
    '(param $depth i32) (param $a i32) (param $b i32) (param $c0 i32) (param $c_step i32) (param $add i32)',
    ...times(rows - 1, (row) => `(local $c${row + 1} i32)`),
    ...times(vectors, (vector) => `(local $across${vector} v128)`),
    '(local $down v128)',
    ...entries((row, vector) => `(local $sum${row}${vector} v128)`),
    `(local.set $c_step (i32.mul (local.get $c_step) (i32.const ${type.bytes})))`,
    ...times(
      rows - 1,
      (row) => `(local.set $c${row + 1} (i32.add (local.get $c${row}) (local.get $c_step)))`,
    ),
    '(if (local.get $add) (then',
    ...entries(
      (row, vector) =>
        `(local.set $sum${row}${vector} (v128.load offset=${vector * 16} align=4 (local.get $c${row})))`,
    ),
    '))',
    ...turns(turn),
    ...turns(1),
    ...entries(
      (row, vector) =>
        `(v128.store offset=${vector * 16} align=4 (local.get $c${row}) (local.get $sum${row}${vector}))`,
    ),
    ')',
  ];
};

const text = ['(module', '(import "core" "memory" (memory 0))', ...types.flatMap(tile), ')'].join('\n');
const code = await assemble(text);
// So much may be compiled at once on the main thread of any browser.
if (code.length >= 4096) throw new Error(`the tile's module has ${code.length} bytes`);

writeFileSync(
  process.argv[2],
  `// Made by core/wasm/fused_tile.js.
#include "fused_tile.hpp"

namespace signalscope::product {

const unsigned char fused_tile[] = {${[...code].join(', ')}};
const unsigned int fused_tile_size = sizeof fused_tile;

}  // namespace signalscope::product
`,
);
