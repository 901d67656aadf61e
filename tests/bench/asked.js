// A program that stays, takes one request a line and answers each with one line.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export class Asked {
  /**
   * @param {string} command
   * @param {string[]} [args]
   * @param {Record<string, string>} [environment] beside our own
   */
  constructor(command, args = [], environment = {}) {
    this.name = [command, ...args].join(' ');
    this.child = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...environment },
    });
    /** @type {{resolve: (line: string) => void, reject: (error: Error) => void}[]} */
    this.waiting = [];
    createInterface(this.child.stdout).on('line', (line) => this.waiting.shift()?.resolve(line));
    this.child.on('error', (error) => this.fail(error));
    this.child.on('close', (status) => this.fail(new Error(`${this.name}: ended with status ${status}`)));
    this.child.stdin.on('error', () => {});
  }

  /** @param {Error} error */
  fail(error) {
    for (const { reject } of this.waiting.splice(0)) reject(error);
  }

  /** @param {string} request @returns {Promise<string>} */
  text(request) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.child.stdin.write(`${request}\n`);
    });
  }

  /** @param {string} request @returns {Promise<number>} */
  async number(request) {
    const line = await this.text(request);
    const value = Number(line);
    if (!Number.isFinite(value)) throw new Error(`${this.name}: answered ${line} to ${request}`);
    return value;
  }

  close() {
    this.child.stdin.end();
  }
}
