import { Injectable } from '@nestjs/common';
import type { Solution } from '@usaha/route-solver';
import { FairThread, unavailable, type Owner } from '@usaha/shared';
import { Worker } from 'node:worker_threads';
import { messages } from '../messages.js';
import type { PlacesProblem } from './places-problem.js';

/**
 * Puts stops in order in a separate thread, one optimisation after another, one tenant's in turn with the others': a large one
 * would keep every other request waiting.
 */
@Injectable()
export class SolverThread {
  private readonly named = new Map<string, Promise<Solution>>();
  private readonly thread = new FairThread<PlacesProblem, Solution>({
    name: 'the thread that puts stops in order',
    begin: () => this.begin(),
    // One is bounded in steps, and takes less than one second.
    longest: 15_000,
    patience: 25_000,
    mostWaiting: 20,
    refusals: {
      tooMany: () => unavailable(messages.tooManyOptimizations()),
      waitedTooLong: () => unavailable(messages.optimizationTooLong()),
      tookTooLong: () => unavailable(messages.optimizationTooLong()),
      notBegun: (cause) => unavailable(messages.tooManyOptimizations(), cause),
    },
  });

  /** @param name of the request, as for `solve` @throws unavailable when too many of the tenant's wait */
  requireRoom(owner: Owner, name?: string): void {
    if (name === undefined || !this.named.has(name)) this.thread.requireRoom(owner);
  }

  /**
   * @param name of a request that may be repeated while it is worked on: it is worked out once
   * @throws unavailable when too many of the tenant's wait, and for one that has to wait too long
   */
  async solve(owner: Owner, problem: PlacesProblem, name?: string): Promise<Solution> {
    if (name === undefined) return this.thread.run(owner, problem);
    const known = this.named.get(name);
    if (known) return known;
    const asked = this.thread.run(owner, problem).finally(() => this.named.delete(name));
    this.named.set(name, asked);
    return asked;
  }

  /** The thread itself. */
  protected begin(): Worker {
    return new Worker(new URL('./solver.worker.js', import.meta.url));
  }
}
