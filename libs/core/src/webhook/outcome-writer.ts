import type { Attempted } from './delivery-outcome.js';

/** How many attempts one transaction writes. */
const MOST_TOGETHER = 50;

interface Waiting {
  attempted: Attempted;
  done: () => void;
  failed: (error: unknown) => void;
}

/** Writes outcomes of a tenant one transaction after the other: those that come while one is under way are written together. */
export class OutcomeWriter {
  /** By tenant, while something is written. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(private readonly write: (tenant_id: string, attempts: readonly Attempted[]) => Promise<void>) {}

  /** @returns once it is written @throws what `write` throws */
  add(tenant_id: string, attempted: Attempted): Promise<void> {
    return new Promise((done, failed) => {
      const waiting = this.waiting.get(tenant_id);
      const one = { attempted, done, failed };
      if (waiting) return void waiting.push(one);
      this.waiting.set(tenant_id, [one]);
      void this.writeAll(tenant_id);
    });
  }

  private async writeAll(tenant_id: string): Promise<void> {
    const waiting = this.waiting.get(tenant_id) ?? [];
    while (waiting.length > 0) {
      const some = waiting.splice(0, MOST_TOGETHER);
      await this.write(
        tenant_id,
        some.map(({ attempted }) => attempted),
      ).then(
        () => some.forEach(({ done }) => done()),
        (error: unknown) => some.forEach(({ failed }) => failed(error)),
      );
    }
    this.waiting.delete(tenant_id);
  }
}
