// WebKitGTK's driver hands out no console. So WebKit asks through this proxy, which puts a script before all others of a
// page that keeps what the page complains about; everything else passes unchanged. The page's address and policy stay.
import { createServer, request } from 'node:http';

const path = '/record-complaints.js';

function record() {
  /** @type {string[]} */
  const complaints = [];
  Object.defineProperty(window, 'recordedComplaints', { value: complaints });
  for (const level of /** @type {const} */ (['error', 'warn'])) {
    const write = console[level].bind(console);
    console[level] = (/** @type {unknown[]} */ ...parts) => {
      complaints.push(parts.map(String).join(' '));
      write(...parts);
    };
  }
  addEventListener(
    'error',
    (event) => {
      const from = /** @type {any} */ (event.target);
      complaints.push(event.message ?? `could not load ${from.src ?? from.href}`);
    },
    true,
  );
  addEventListener('unhandledrejection', (event) => complaints.push(`unhandled: ${event.reason}`));
  addEventListener('securitypolicyviolation', (event) => {
    complaints.push(`policy ${event.effectiveDirective} refused ${event.blockedURI}`);
  });
}

/**
 * @param {import('node:http').IncomingMessage} answer
 * @param {import('node:http').ServerResponse} response
 */
async function passOn(answer, response) {
  const headers = { ...answer.headers };
  if (!headers['content-type']?.startsWith('text/html')) {
    response.writeHead(answer.statusCode ?? 502, headers);
    answer.pipe(response);
    return;
  }
  const text = (await answer.setEncoding('utf8').toArray()).join('');
  const recorded = text.replace(
    /<head>|<!doctype html>/i,
    (opening) => `${opening}<script src="${path}"></script>`,
  );
  delete headers['content-length'];
  response.writeHead(answer.statusCode ?? 502, headers).end(recorded);
}

/** @returns {Promise<{host: string, close: () => void}>} */
export function startRecorder() {
  const server = createServer((asked, response) => {
    const url = new URL(asked.url ?? '');
    if (url.pathname === path) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(`(${record})();`);
      return;
    }
    const fail = () => response.writeHead(502).end();
    const passed = request(url, { method: asked.method, headers: asked.headers }, (answer) =>
      passOn(answer, response).catch(fail),
    );
    passed.on('error', fail);
    asked.pipe(passed);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      const close = () => {
        server.closeAllConnections();
        server.close();
      };
      resolve({ host: `127.0.0.1:${port}`, close });
    });
  });
}
