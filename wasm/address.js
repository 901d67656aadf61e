/**
 * Where the core's module stands unless somebody says otherwise: beside this file, in the form that bundlers know. A
 * build that holds the module itself puts a file without an address in place of this one.
 */
export const defaultUrl = () => new URL('./dist/signalscope-core.wasm', import.meta.url).href;
