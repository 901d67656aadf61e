// The core in a worker: one engine, messages in and out.
import { load } from '../wasm/loader.js';
import { Engine } from './engine.js';

const engine = new Engine(load(), (message) => self.postMessage(message));
self.onmessage = ({ data }) => engine.receive(data);
self.postMessage({ id: 0, kind: 'ready' });
