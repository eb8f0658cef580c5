import { Injectable } from '@nestjs/common';
import { Turns, unavailable } from '@usaha/shared';
import { Worker } from 'node:worker_threads';
import { messages } from '../messages.js';
import type { PlacesProblem } from './places-problem.js';
import type { Solution } from './problem.js';
import type { Answered, Asked } from './solver.worker.js';

/** Optimisations that may wait for their turn, of all tenants and of one; a large one takes most of a second. */
const MOST_WAITING = 100;
const MOST_OF_ONE = 20;

interface Waiting {
  asked: Asked;
  /** When, on the clock of `performance`. */
  since: number;
  done(solution: Solution): void;
  failed(error: Error): void;
}

/**
 * Puts stops in order in a thread of its own, one optimisation after another, one tenant's in turn with the others': a large one
 * would keep every other request waiting. The thread begins with the first, and holds no process open.
 */
@Injectable()
export class SolverThread {
  /** Milliseconds that one may take; it is bounded in steps, and takes less than one second. */
  protected readonly longest: number = 15_000;
  /** Milliseconds after which no client waits any more. */
  protected readonly patience: number = 25_000;
  private worker?: Worker;
  private readonly turns = new Turns<Waiting>();
  private readonly named = new Map<string, Promise<Solution>>();
  private current?: Waiting;
  private timer?: NodeJS.Timeout;
  private count = 0;

  /** @param name of the request, as for `solve` @throws unavailable when too many are asked for at once */
  requireRoom(tenant_id: string, name?: string): void {
    if (name !== undefined && this.named.has(name)) return;
    if (this.turns.size >= MOST_WAITING || this.turns.of(tenant_id) >= MOST_OF_ONE)
      throw unavailable(messages.tooManyOptimizations());
  }

  /**
   * @param name of a request that may be repeated while it is worked on: it is worked out once
   * @throws unavailable when too many are asked for at once, and for one that has to wait too long
   */
  async solve(tenant_id: string, problem: PlacesProblem, name?: string): Promise<Solution> {
    if (name === undefined) return this.ask(tenant_id, problem);
    const known = this.named.get(name);
    if (known) return known;
    const asked = this.ask(tenant_id, problem).finally(() => this.named.delete(name));
    this.named.set(name, asked);
    return asked;
  }

  /** The thread itself. */
  protected begin(): Worker {
    return new Worker(new URL('./solver.worker.js', import.meta.url));
  }

  private async ask(tenant_id: string, problem: PlacesProblem): Promise<Solution> {
    this.requireRoom(tenant_id);
    const number = (this.count += 1);
    return new Promise((done, failed) => {
      this.turns.add(tenant_id, { asked: { number, problem }, since: performance.now(), done, failed });
      this.next();
    });
  }

  private next(): void {
    if (this.current) return;
    const waiting = this.turns.next();
    if (!waiting) return;
    this.current = waiting;
    if (performance.now() - waiting.since > this.patience)
      return this.settle(({ failed }) => failed(unavailable(messages.optimizationTooLong())));
    this.timer = setTimeout(() => this.giveUp(), this.longest).unref();
    this.thread().postMessage(waiting.asked);
  }

  private settle(tell: (waiting: Waiting) => void): void {
    clearTimeout(this.timer);
    const { current } = this;
    this.current = undefined;
    if (current) tell(current);
    this.next();
  }

  private thread(): Worker {
    if (this.worker) return this.worker;
    const worker = this.begin();
    worker.on('message', ({ number, solution, error }: Answered) => {
      if (this.current?.asked.number !== number) return;
      this.settle(({ done, failed }) =>
        solution ? done(solution) : failed(new Error(`Stops could not be put in order: ${error}`)),
      );
    });
    worker.on('error', (error) => this.lose(worker, error));
    worker.on('exit', (code) => this.lose(worker, new Error(`The thread that puts stops in order ended with ${code}`)));
    // Last: whoever listens to a thread holds the process open with it.
    worker.unref();
    return (this.worker = worker);
  }

  private giveUp(): void {
    void this.worker?.terminate();
    this.worker = undefined;
    this.settle(({ failed }) => failed(unavailable(messages.optimizationTooLong())));
  }

  /** What a thread that ended was working on has failed; the next begins another. */
  private lose(worker: Worker, error: unknown): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    this.settle(({ failed }) => failed(error as Error));
  }
}
