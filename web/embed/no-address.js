// In place of wasm/address.js where the core is part of the script.
export const defaultUrl = () => '';
