import type { Context } from '../context.js';
import type { Database } from '../database.js';
import { inPlatform } from '../doors.js';
import { eachTenant } from '../each-tenant.js';
import { changedMeanwhile } from '../errors.js';
import { NO_TENANT } from '../ids.js';
import type { DomainEvent } from './outbox.js';

/** An event, as errors call it. */
const EVENT = { en: 'event', ms: 'peristiwa' };

/** After so many failures in a row an event is parked: some four minutes after it was first tried. */
export const MOST_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 1_000;
const POLL_MS = 1_000;
const TENANTS_AT_ONCE = 100;
/** So many events of a tenant are handled before it is another's turn. */
const MOST_A_TURN = 10;
const KEPT_MS = 7 * 86_400_000;

export interface DispatcherOptions {
  now: () => Date;
  /** Called with every failure; the event is tried again or parked all the same. */
  failed: (error: unknown, event: DomainEvent | null) => void;
}

type OutboxRow = [
  id: string,
  name: string,
  at: Date,
  payload: Record<string, unknown>,
  done: string[],
  attempts: number,
];

/**
 * Hands events to their handlers: at least once each, one transaction an event, on any number of instances at once
 * (rows that another works on are passed over). It looks when something was committed here, and every second.
 */
export class OutboxDispatcher {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private again = false;
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly options: DispatcherOptions,
  ) {}

  start(): void {
    this.stopping = false;
    this.database.events.onCommitted(() => this.wake());
    this.timer = setInterval(() => this.wake(), POLL_MS).unref();
    this.wake();
  }

  /** Finishes the event in hand. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    this.database.events.onCommitted(undefined);
    await this.running;
  }

  wake(): void {
    this.again = true;
    this.running ??= this.round().finally(() => (this.running = undefined));
  }

  /** Handles everything that is due now, tenants in turn. @returns how many events were taken in hand */
  async drain(): Promise<number> {
    const failing = new Set<string>();
    let taken = 0;
    for (let some = await this.turn(failing); some > 0; some = await this.turn(failing)) taken += some;
    return taken;
  }

  private async round(): Promise<void> {
    while (this.again && !this.stopping) {
      this.again = false;
      try {
        await this.drain();
      } catch (error) {
        this.options.failed(error, null);
      }
    }
  }

  /**
   * One turn of every tenant that has work.
   * @param failing of whom something went wrong since the drain began: their turn is the next time @returns how many events were taken in hand
   */
  private async turn(failing: Set<string>): Promise<number> {
    let taken = 0;
    const takeSome = async (tenant_id: string): Promise<void> => {
      for (let some = 0; some < MOST_A_TURN && !this.stopping && (await this.takeOne(tenant_id)); some += 1) taken += 1;
    };
    const failed = (error: unknown, tenant_id: string): void => {
      failing.add(tenant_id);
      this.options.failed(error, null);
    };
    for (let after: string | undefined = ''; after !== undefined && !this.stopping;) {
      const tenants = await this.tenantsWithWork(after);
      const well = tenants.filter((tenant_id) => !failing.has(tenant_id));
      await eachTenant(well, takeSome, { failed, isStopping: () => this.stopping });
      after = tenants[TENANTS_AT_ONCE - 1];
    }
    return taken;
  }

  /** @param after the last of those before; '' for the first */
  private tenantsWithWork(after: string): Promise<string[]> {
    const now = this.options.now();
    return this.database.job({ tenant_id: NO_TENANT, actor: null, now }, async (ctx) => {
      const rows = await inPlatform(ctx, () =>
        ctx.db.query(
          `select distinct r.tenant_id from kernel.outbox r
           where r.handled_at is null and r.parked_at is null and r.available_at <= $1
             and ($2 = '' or r.tenant_id > $2::uuid)
           order by r.tenant_id limit ${TENANTS_AT_ONCE}`,
          [now, after],
        ),
      );
      return rows.map((row) => row[0] as string);
    });
  }

  private takeOne(tenant_id: string): Promise<boolean> {
    return this.database.job({ tenant_id, actor: null, now: this.options.now() }, async (ctx) => {
      const [row] = (await ctx.db.query(
        `select r.id, r.name, r.at, r.payload, r.done, r.attempts from kernel.outbox r
         where r.tenant_id = $1 and r.handled_at is null and r.parked_at is null and r.available_at <= $2
         order by r.available_at, r.id limit 1 for update skip locked`,
        [tenant_id, ctx.now],
      )) as OutboxRow[];
      if (!row) return false;
      await this.handle(ctx, row);
      return true;
    });
  }

  private async handle(ctx: Context, [id, name, at, payload, done, attempts]: OutboxRow): Promise<void> {
    const event: DomainEvent = { id, tenant_id: ctx.tenant_id, name, at, payload };
    let failure: unknown;
    for (const [handlerName, handler] of this.database.events.of(name)) {
      if (done.includes(handlerName)) continue;
      try {
        await ctx.db.savepoint(() => handler(ctx, event));
        done.push(handlerName);
      } catch (error) {
        failure = error;
        this.options.failed(error, event);
      }
    }
    await this.settle(ctx, event, done, failure, attempts + 1);
  }

  private async settle(
    ctx: Context,
    event: DomainEvent,
    done: string[],
    failure: unknown,
    attempts: number,
  ): Promise<void> {
    const failed = failure !== undefined;
    const next = new Date(ctx.now.getTime() + FIRST_PAUSE_MS * 2 ** (attempts - 1));
    const settled = await ctx.db.change(
      `update kernel.outbox r set done = $3, attempts = $4, available_at = $5, handled_at = $6, parked_at = $7, error = $8
       where r.tenant_id = $1 and r.id = $2 and r.handled_at is null and r.attempts = $4 - 1`,
      [
        ctx.tenant_id,
        event.id,
        done,
        attempts,
        failed ? next : ctx.now,
        failed ? null : ctx.now,
        failed && attempts >= MOST_ATTEMPTS ? ctx.now : null,
        failed ? reasonOf(failure) : null,
      ],
    );
    if (settled !== 1) throw changedMeanwhile(EVENT);
  }
}

/** An event that was parked, and why. */
export interface ParkedEvent {
  tenant_id: string;
  id: string;
  name: string;
  parked_at: Date;
  error: string | null;
}

/** All parked events, oldest first: for the operator's command line. */
export async function parkedEvents(ctx: Context): Promise<ParkedEvent[]> {
  const rows = await inPlatform(ctx, () =>
    ctx.db.query(
      'select r.tenant_id, r.id, r.name, r.parked_at, r.error from kernel.outbox r where r.parked_at is not null order by r.parked_at',
    ),
  );
  return rows.map(
    ([tenant_id, id, name, parked_at, error]) => ({ tenant_id, id, name, parked_at, error }) as ParkedEvent,
  );
}

/** Lets parked events be tried again from now on. @returns how many */
export const retryParked = (ctx: Context): Promise<number> =>
  inPlatform(ctx, () =>
    ctx.db.change(
      'update kernel.outbox r set parked_at = null, attempts = 0, available_at = $1 where r.parked_at is not null',
      [ctx.now],
    ),
  );

/** Throws away events that were handled more than a week ago. */
export const forgetHandled = (ctx: Context): Promise<number> =>
  inPlatform(ctx, () =>
    ctx.db.change('delete from kernel.outbox r where r.handled_at < $1', [new Date(ctx.now.getTime() - KEPT_MS)]),
  );

const reasonOf = (failure: unknown): string => (failure instanceof Error ? failure.message : 'unknown').slice(0, 500);
