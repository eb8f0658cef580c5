import { setTimeout as sleep } from 'node:timers/promises';
import { FairLimit, proportionalQuota } from '@usaha/shared';

/** How many tenants are worked for at once. */
const PLACES = 8;
/** A turn that takes longer waits for the service, and gives its place to another tenant. */
const SLOW_MS = 1_000;
/** Turns that may be under way at once, slow ones among them: each has a submission of up to 4.5 MB in memory. */
const MOST_OPEN = 40;
/** How many tenants may wait for their turn; those beyond are found by the next search. */
const MOST_WAITING = 10_000;

/** The work of a turn. */
export interface TurnWork {
  /** @returns whether the tenant may have more to do at once */
  turn(tenant_id: string): Promise<boolean>;
  /** The machine that holds the tenant's rows. */
  nodeOf(tenant_id: string): string;
  failed(error: unknown, tenant_id: string): void;
}

/**
 * Gives tenants turns, eight at once: after its turn a tenant goes behind all others of its machine. It never has two turns at once. A
 * turn that waits for a slow answer leaves its place, and goes on.
 */
export class TenantTurns {
  private readonly places: FairLimit;
  /** Tenants that wait or have their turn, and whether they were woken since it began. */
  private readonly known = new Map<string, { wasWoken: boolean; hasBegun: boolean }>();
  private readonly underWay = new Set<Promise<void>>();
  private open = 0;
  private stopping = false;

  /** @param areSeveralNodes whether one that does not answer must leave places for the others */
  constructor(
    private readonly work: TurnWork,
    areSeveralNodes = false,
    private readonly slowMs = SLOW_MS,
  ) {
    this.places = new FairLimit(PLACES, areSeveralNodes ? proportionalQuota(2) : undefined);
  }

  /** Gives a tenant a turn that begins after now. */
  wake(tenant_id: string): void {
    const known = this.known.get(tenant_id);
    if (known) {
      if (known.hasBegun) known.wasWoken = true;
      return;
    }
    if (this.stopping || this.known.size >= MOST_WAITING) return;
    this.known.set(tenant_id, { wasWoken: false, hasBegun: false });
    const work = this.giveTurn(tenant_id);
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  /** Begins no turn any more, and waits for those that have begun. */
  async stop(): Promise<void> {
    this.stopping = true;
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private async giveTurn(tenant_id: string): Promise<void> {
    const { turn } = await this.places.run(this.work.nodeOf(tenant_id), async () => {
      const begun = this.begin(tenant_id);
      await (this.open > MOST_OPEN ? begun : within(begun, this.slowMs));
      return { turn: begun };
    });
    const hasMore = await turn;
    const wasWoken = this.known.get(tenant_id)?.wasWoken === true;
    this.known.delete(tenant_id);
    if (hasMore || wasWoken) this.wake(tenant_id);
  }

  /** A failure ends the turn; the tenant waits until it is woken. */
  private async begin(tenant_id: string): Promise<boolean> {
    if (this.stopping) return false;
    const known = this.known.get(tenant_id);
    if (known) known.hasBegun = true;
    this.open += 1;
    try {
      return await this.work.turn(tenant_id);
    } catch (error) {
      this.work.failed(error, tenant_id);
      return false;
    } finally {
      this.open -= 1;
    }
  }
}

/** Comes to its end with a promise, or after a time. */
async function within(promise: Promise<unknown>, ms: number): Promise<void> {
  const ended = new AbortController();
  await Promise.race([promise, sleep(ms, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)]);
  ended.abort();
}
