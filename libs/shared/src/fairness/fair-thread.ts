import type { Worker } from 'node:worker_threads';
import { FairLimit } from './fair-limit.js';
import type { Owner } from './owner.js';

/** What a thread is asked. */
export interface ThreadTask<Task> {
  number: number;
  task: Task;
}

/** What it answers, with the number that it was asked under: the result, or the stack of what went wrong. */
export interface ThreadAnswer<Result> {
  number: number;
  result?: Result;
  error?: string;
}

/** Milliseconds after which a thread without work ends, and gives its memory back; the next piece begins another. */
const IDLE_MS = 60_000;

export interface FairThreadOptions {
  /** What it does, as errors say it: `the thread that draws documents`. */
  name: string;
  /** The thread itself. It answers every ThreadTask by one ThreadAnswer. */
  begin: () => Worker;
  /** Milliseconds that one piece of work may take; then it is given up, and the thread with it. */
  longest: number;
  /** Milliseconds after which no owner waits for its turn any more. */
  patience: number;
  /** How many pieces of one owner may wait. */
  mostWaiting: number;
  /**
   * Pieces that the thread works on at once, one of each owner; 1 unless given. More are for a thread that goes from one
   * to the next by itself before any is done: then what is short does not wait for what is long.
   */
  atOnce?: number;
  /** Milliseconds without work after which the thread ends; a minute unless given. */
  idle?: number;
  refusals: {
    tooMany: () => Error;
    waitedTooLong: () => Error;
    /** Or more memory than the thread has. */
    tookTooLong: () => Error;
    /** The system has no thread left. */
    notBegun: (cause: unknown) => Error;
  };
}

interface Current<Task, Result> {
  task: Task;
  timer: NodeJS.Timeout;
  done: (result: Result) => void;
  fail: (error: Error) => void;
}

/**
 * Work that would keep every request waiting, done in a separate thread: one piece after another, or some at once, owners
 * in turn. The thread begins with the first piece, and holds no process open. A piece that takes too long is given up.
 */
export class FairThread<Task, Result> {
  private readonly limit: FairLimit;
  private readonly current = new Map<number, Current<Task, Result>>();
  private worker?: Worker;
  private idling?: NodeJS.Timeout;
  private count = 0;

  constructor(private readonly options: FairThreadOptions) {
    this.limit = new FairLimit(options.atOnce ?? 1, () => 1);
  }

  /** @throws the refusal where as many of the owner's wait as may */
  requireRoom(owner: Owner): void {
    if (this.limit.waitingOf(owner) >= this.options.mostWaiting) throw this.options.refusals.tooMany();
  }

  /**
   * @param signal of who waits for it: who has gone away has no turn
   * @throws the refusals, and what went wrong
   */
  run(owner: Owner, task: Task, signal?: AbortSignal): Promise<Result> {
    const { mostWaiting: most, patience, refusals } = this.options;
    const refusal = (why: 'too many' | 'too long') =>
      why === 'too many' ? refusals.tooMany() : refusals.waitedTooLong();
    return this.limit.run(owner, () => this.work(task), { most, patience, signal, refusal });
  }

  private async work(task: Task): Promise<Result> {
    const number = (this.count += 1);
    try {
      return await new Promise<Result>((done, fail) => {
        const timer = setTimeout(() => this.giveUp(number), this.options.longest).unref();
        this.current.set(number, { task, timer, done, fail });
        this.hand(number, task);
      });
    } finally {
      clearTimeout(this.current.get(number)?.timer);
      this.current.delete(number);
      if (this.current.size === 0) this.rest();
    }
  }

  /** Until the next piece, which is not far where others wait. */
  private rest(): void {
    clearTimeout(this.idling);
    this.idling = setTimeout(() => {
      if (this.current.size > 0) return;
      void this.worker?.terminate();
      this.worker = undefined;
    }, this.options.idle ?? IDLE_MS).unref();
  }

  private hand(number: number, task: Task): void {
    this.thread().postMessage({ number, task } satisfies ThreadTask<Task>);
  }

  private thread(): Worker {
    if (this.worker) return this.worker;
    const { name, refusals } = this.options;
    const worker = this.begin();
    let isOnline = false;
    worker.once('online', () => (isOnline = true));
    worker.on('message', ({ number, result, error }: ThreadAnswer<Result>) => {
      const current = this.current.get(number);
      if (error === undefined) current?.done(result as Result);
      else current?.fail(new Error(`In ${name}: ${error}`));
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.lose(worker, isOutOfMemory ? refusals.tookTooLong() : isOnline ? error : refusals.notBegun(error));
    });
    worker.on('exit', (code) => this.lose(worker, new Error(`It ended with ${code}: ${name}`)));
    // Last: a listener of a thread holds the process open with it.
    worker.unref();
    return (this.worker = worker);
  }

  private begin(): Worker {
    try {
      return this.options.begin();
    } catch (error) {
      throw this.options.refusals.notBegun(error);
    }
  }

  /** The thread goes with it, since it may be stuck; its other pieces begin again in the next. */
  private giveUp(number: number): void {
    void this.worker?.terminate();
    this.worker = undefined;
    this.current.get(number)?.fail(this.options.refusals.tookTooLong());
    this.current.delete(number);
    try {
      for (const [other, { task, timer }] of this.current) {
        timer.refresh();
        this.hand(other, task);
      }
    } catch (error) {
      this.failAll(error as Error);
    }
  }

  /** What a thread that ended was working on has failed; the next piece begins another. */
  private lose(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    this.failAll(error);
  }

  private failAll(error: Error): void {
    for (const { fail } of this.current.values()) fail(error);
  }
}
