import js from '@eslint/js';
import globals from 'globals';

const rules = {
  ...js.configs.recommended.rules,
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-alert': 'error',
  'no-console': 'error',
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-new-func': 'error',
  'no-param-reassign': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  // tsc says it, with types.
  'no-unused-vars': 'off',
};

export default [
  { ignores: ['build*/', 'dist/', 'web/dist/', 'wasm/dist/', 'node_modules/'] },
  {
    files: ['web/**/*.js', 'wasm/**/*.js'],
    languageOptions: { globals: { ...globals.browser, ...globals.worker } },
    rules,
  },
  {
    // What runs in Node, and what a Chromium test hands to the page.
    files: ['tests/**/*.js', 'core/**/*.js', '.ci/**/*.js', '*.config.js', 'web/vite.config.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: { ...rules, 'no-console': 'off' },
  },
  {
    files: ['tests/wasm/read_binary.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: { ...globals.node, Module: 'readonly' } },
    rules,
  },
  {
    // What Emscripten puts into its glue.
    files: ['core/wasm/link_tile.cjs', 'wasm/records.cjs'],
    languageOptions: {
      sourceType: 'script',
      globals: {
        ...globals.browser,
        mergeInto: 'readonly',
        LibraryManager: 'readonly',
        HEAPU8: 'readonly',
        HEAPU32: 'readonly',
        wasmMemory: 'readonly',
        wasmTable: 'readonly',
        Emval: 'readonly',
        signalscopeLimit: 'readonly',
        signalscopeKind: 'readonly',
        signalscopeIsList: 'readonly',
        signalscopeCopyNumbers: 'readonly',
        signalscopeReadList: 'readonly',
        signalscopeReadRows: 'readonly',
        signalscopeReadMatrix: 'readonly',
        signalscopeReadValue: 'readonly',
      },
    },
    rules,
  },
];
