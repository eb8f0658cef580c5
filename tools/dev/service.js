import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { complain } from '../say.js';

const child = fileURLToPath(new URL('child.js', import.meta.url));
/** A process that stands by loads packages, which takes a processor from the start before it. */
const STANDBY_AFTER_MS = 5_000;

/** The process of the service: one at a time, since its data directory is for one. Another stands by with packages loaded. */
export class Service {
  #turn = Promise.resolve();
  #isWaiting = false;
  #isOver = false;
  #running;
  /** The process that was told to stop. */
  #stopping;
  #standby;
  #standbyTimer;
  #args;
  #standsBy;

  /** @param options for Node; a debugger's port is for one process, so with one none stands by */
  constructor(main, options) {
    this.#args = ['--enable-source-maps', ...options, child, main];
    this.#standsBy = options.length === 0;
  }

  get isRunning() {
    return isAlive(this.#running);
  }

  /** Starts it, after the one that runs has stopped. Of several calls meanwhile one remains. */
  restart() {
    if (this.#isWaiting || this.#isOver) return;
    this.#isWaiting = true;
    this.#turn = this.#turn.then(async () => {
      await this.#stop();
      this.#isWaiting = false;
      if (!this.#isOver) this.#start();
    });
  }

  /** Stops it, and lets no other begin. */
  async end() {
    this.#isOver = true;
    await this.#turn;
    clearTimeout(this.#standbyTimer);
    this.#standby?.kill();
    await this.#stop();
  }

  #start() {
    clearTimeout(this.#standbyTimer);
    const started = isAlive(this.#standby) ? this.#standby : this.#spawn();
    this.#standby = undefined;
    started.once('exit', (code, signal) => {
      if (started === this.#stopping) return;
      complain(`The service has ended (${signal ?? `exit code ${code}`}); it starts again with the next change`);
    });
    started.send('start');
    this.#running = started;
    if (this.#standsBy)
      this.#standbyTimer = setTimeout(() => {
        this.#standby = this.#spawn();
      }, STANDBY_AFTER_MS);
  }

  #spawn() {
    return spawn(process.execPath, this.#args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  async #stop() {
    if (!this.isRunning) return;
    const ended = once(this.#running, 'exit');
    this.#stopping = this.#running;
    this.#running.kill('SIGTERM');
    await ended;
  }
}

const isAlive = (process) => process !== undefined && process.exitCode === null && process.signalCode === null;
