/** The glue that Emscripten makes; only loader.js speaks to it. */
export default function createSignalscopeCore(options: Record<string, unknown>): Promise<any>;
