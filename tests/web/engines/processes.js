// Programs that the tests start beside Node, and the folders that these write to. Each program leads a process group of
// its own, so that what it starts in turn ends with it, and all of them end with the test, however it ends.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const running = new Set();

/** @param {ChildProcess} child */
export function end(child) {
  running.delete(child);
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** @type {Set<string>} */
const folders = new Set();

/** What a browser keeps, and what is downloaded, in place of the folders of whoever runs the tests. */
export function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'signalscope-engine-'));
  folders.add(folder);
  return folder;
}

/** @param {string} folder */
export function remove(folder) {
  folders.delete(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

process.on('exit', () => {
  running.forEach(end);
  folders.forEach(remove);
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => process.exit(1));
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function start(command, args, options) {
  const child = spawn(command, args, { ...options, detached: true });
  running.add(child);
  return child;
}

/**
 * @param {string[]} paths
 * @param {string} name how a reader knows it
 * @param {string} debian the package that brings it
 */
function firstOf(paths, name, debian) {
  const found = paths.find((path) => existsSync(path));
  if (!found) throw new Error(`${name} is not installed; .ci/setup installs it (Debian: ${debian}).`);
  return found;
}

/**
 * @param {string[]} commands in the order of preference
 * @param {string} name
 * @param {string} debian
 */
export function onPath(commands, name, debian) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return firstOf(
    commands.flatMap((command) => folders.map((folder) => join(folder, command))),
    name,
    debian,
  );
}

/** WebKitGTK's own browser lies beside its library, in a folder named after the machine and the library's version. */
export function miniBrowser() {
  const list = (/** @type {string} */ folder) =>
    statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
  const folders = [
    '/usr/lib',
    '/usr/lib64',
    '/usr/libexec',
    ...list('/usr/lib').map((name) => join('/usr/lib', name)),
  ];
  const found = folders.flatMap((folder) =>
    list(folder)
      .filter((name) => name.startsWith('webkit2gtk-'))
      .map((name) => join(folder, name, 'MiniBrowser')),
  );
  return firstOf(found, 'MiniBrowser, the browser of WebKitGTK,', 'webkit2gtk-driver');
}
