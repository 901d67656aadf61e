// The stopwatch as WebAssembly: normals and products.
import { answering } from './answering.js';

const address = '/stopwatch/signalscope_stopwatch.js';
const { default: create } = await import(/** @type {string} */ (address));
const module = create();

answering(async (request) => (await module).ccall('stopwatch', 'number', ['string'], [request]));
