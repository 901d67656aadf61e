/** The core's WebAssembly module, gzip and then base64, as web/build.js packs it. */
declare module 'virtual:packed-core' {
  const text: string;
  export default text;
}
