// The core in a worker: one engine, messages in and out. The first message says where the core is.
import { load } from '../wasm/loader.js';
import { Engine } from './engine.js';

/** @type {Engine | undefined} */
let engine;

self.onmessage = ({ data }) => {
  if (engine) void engine.receive(data);
  else engine = new Engine(load(data.options), (message) => self.postMessage(message));
};
self.postMessage({ id: 0, kind: 'ready' });
