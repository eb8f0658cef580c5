import { spawn } from 'node:child_process';
import { existsSync, statSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { complain, say } from '../say.js';

/** In an ordinary change the compiler begins a quarter of a second later. */
const BEGINS_WITHIN_MS = 1_000;

/**
 * Compiles all projects, and again what changes, for the types: what the service runs is written without it. A start of the
 * service has nearly all of the processor before it; the lowest priority would leave it none on a busy machine.
 */
export class Compiler {
  /** What changed since the compiler began last. */
  #unread = new Set();
  /** When a file was changed last, in whole milliseconds. */
  #changed = new Map();
  #timer;
  #process;

  constructor(root) {
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    const pretty = String(process.stdout.isTTY === true);
    this.#process = spawn(process.execPath, [tsc, '-b', '--watch', '--preserveWatchOutput', '--pretty', pretty], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (this.#process.pid !== undefined) setPriority(this.#process.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.#read(line));
  }

  /** @param listener gets the exit code of a compiler that has ended by itself */
  onEnd(listener) {
    this.#process.once('exit', listener);
  }

  end() {
    clearTimeout(this.#timer);
    this.#process.removeAllListeners('exit');
    this.#process.kill();
  }

  /**
   * Says that files have changed. The compiler watches a file from the end of its first compilation only (TypeScript 6.0,
   * `tsc -b --watch`): a change before goes unnoticed, so it is shown the file again until it begins.
   */
  noteChanges(files) {
    for (const file of files) {
      const changed = statSync(file, { throwIfNoEntry: false })?.mtime.getTime();
      if (changed === undefined || changed === this.#changed.get(file)) continue;
      this.#changed.set(file, changed);
      this.#unread.add(file);
    }
    this.#showAgainLater();
  }

  #showAgainLater() {
    clearTimeout(this.#timer);
    if (this.#unread.size > 0) this.#timer = setTimeout(() => this.#showAgain(), BEGINS_WITHIN_MS);
  }

  /**
   * Gives the file the time of now, since the compiler takes it to be as old as what it has made of it before. For the service
   * that is no change.
   */
  #showAgain() {
    const now = new Date();
    for (const file of this.#unread) {
      if (!existsSync(file)) continue;
      utimesSync(file, now, now);
      this.#changed.set(file, now.getTime());
    }
    this.#showAgainLater();
  }

  #read(line) {
    const text = stripVTControlCharacters(line);
    const errors = /Found (\d+) errors?\. Watching for file changes\.$/.exec(text)?.[1];
    if (errors === '0') say('The types are right');
    else if (errors !== undefined) complain(`The service runs with these errors: ${errors}`);
    else if (/Starting incremental compilation/.test(text)) this.#unread.clear();
    else if (text.trim() !== '' && !/Starting compilation/.test(text)) console.log(line);
  }
}
