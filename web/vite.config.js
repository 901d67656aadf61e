import { defineConfig } from 'vite';
import { lessons } from './lessons.js';

/** Engines of 2023 on: what they lack is written in older words, `light-dark()` among it. */
export const target = ['chrome111', 'firefox114', 'safari16.4'];

/** The page: built into dist/ with relative addresses, so that any folder of any server can hold it. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [lessons()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target,
    // The core is always a file of its own: streaming compilation, and no data: addresses for a strict policy.
    assetsInlineLimit: (file) => (file.endsWith('.wasm') ? false : undefined),
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  server: { fs: { allow: ['..'] } },
  preview: { port: 4173 },
});
