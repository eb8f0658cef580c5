import type { Context } from '../transaction/context.js';
import { runAcrossTenants } from '../transaction/privileged-access.js';
import { eachTenant } from '../transaction/each-tenant.js';
import { changedMeanwhile } from '../errors.js';
import { NO_TENANT } from '../values/ids.js';
import { ALL_SHARDS, type ShardScope } from '../transaction/shard-scope.js';
import type { DomainEvent, EventHandlers } from './outbox.js';

/** An event, as errors call it. */
const EVENT = { en: 'event', ms: 'peristiwa' };

/** Failures in a row after which an event is parked: some four minutes after it was first tried. */
export const MOST_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 1_000;
const POLL_MS = 1_000;
/** So often all tenants of several machines are looked through; who has work by what is committed here is known at once. */
const SWEEP_MS = 10_000;
/** A leader looks through all tenants with each poll, and not with each commit. */
const LEADING_MS = POLL_MS / 2;
/** Longer than one event, or one look for work, may take. */
const STALLED_MS = 5 * 60_000;
const TENANTS_AT_ONCE = 100;
/** How many are known to have work; those beyond are found by the sweep. */
const MOST_HINTED = 10_000;
/** How many events of a tenant are handled before it is another's turn. */
const MOST_A_TURN = 10;

/** What the dispatcher takes from the `Database`. */
interface DispatchedDatabase {
  readonly events: EventHandlers;
  readonly isSharded: boolean;
  job<T>(who: Omit<Context, 'db'>, work: (ctx: Context) => Promise<T>): Promise<T>;
}

export interface DispatcherOptions {
  now: () => Date;
  /** Called with every failure; the event is tried again or parked all the same. */
  failed: (error: unknown, event: DomainEvent | null) => void;
  /** Called once where one event, or one look for work, takes longer than it may. */
  stalled?: (deadlineMs: number) => void;
  /** Called after each round in which nothing stood in the way of events being handed out. */
  succeeded?: () => void;
  /** What to look through on a sharded database: all of it at once; after a look that failed each machine by itself. */
  nodes?: (hasFailed: boolean) => Promise<readonly ShardScope[]>;
  /** Tenants by their machine: one that does not answer keeps none of another's waiting. */
  perNode?: (tenant_ids: readonly string[]) => Promise<string[][]>;
  /** Whether this instance looks through all tenants. Without it each looks, also after each commit. */
  isLeader?: () => boolean;
  /** Of those that are found, whose events this instance handles. Without it all. */
  isMine?: (tenant_id: string) => boolean;
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
 * (a tenant whose oldest event another works on is passed over). It handles what was committed here at once. Through all tenants it looks
 * every second, on several machines every ten seconds; where a leader is told of, the leader alone does.
 */
export class OutboxDispatcher {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private again = false;
  /** Runs while a round does, and begins again with each step. */
  private deadline?: NodeJS.Timeout;
  private stopping = false;
  /** Of whom something was committed here. */
  private readonly hinted = new Set<string>();
  private swept = -Infinity;
  /** How often something stood in the way of all events, since the start. */
  private failures = 0;

  constructor(
    private readonly database: DispatchedDatabase,
    private readonly options: DispatcherOptions,
  ) {}

  start(): void {
    this.stopping = false;
    this.database.events.onCommitted((tenant_id) => this.wake(tenant_id));
    this.timer = setInterval(() => this.wake(), POLL_MS).unref();
    this.wake();
  }

  /** Finishes the event that is being handled. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    this.database.events.onCommitted(undefined);
    await this.running;
  }

  /** @param tenant_id who may have work; all are looked at where that costs no more */
  wake(tenant_id?: string): void {
    if (tenant_id !== undefined && this.takesHints && this.hinted.size < MOST_HINTED) this.hinted.add(tenant_id);
    this.again = true;
    if (this.running) return;
    this.deadline = setTimeout(() => this.options.stalled?.(STALLED_MS), STALLED_MS).unref();
    this.running = this.round().finally(() => {
      clearTimeout(this.deadline);
      this.running = undefined;
    });
  }

  /** Handles everything that is due now, tenants in turn. @returns how many events were claimed */
  async drain(): Promise<number> {
    const { nodes = () => Promise.resolve([ALL_SHARDS]) } = this.options;
    const failing = new Set<string>();
    const through = async (machines: readonly ShardScope[]) => {
      const taken = await Promise.all(machines.map((machine) => this.drainThere(machine, failing)));
      return taken.reduce((sum, some) => sum + some, 0);
    };
    const { failures } = this;
    const first = await nodes(false);
    const taken = await through(first);
    if (!this.database.isSharded || failures === this.failures) return taken;
    const each = await nodes(true);
    return first.includes(ALL_SHARDS) ? taken + (await through(each)) : taken;
  }

  private async round(): Promise<void> {
    while (this.again && !this.stopping) {
      this.again = false;
      try {
        await this.takeHinted();
        if (!this.isSweepDue) continue;
        this.swept = performance.now();
        const { failures } = this;
        await this.drain();
        if (failures === this.failures) this.options.succeeded?.();
      } catch (error) {
        this.fail(error);
      }
    }
  }

  private get takesHints(): boolean {
    return this.database.isSharded || this.options.isLeader !== undefined;
  }

  private get isSweepDue(): boolean {
    const { isLeader } = this.options;
    if (isLeader?.() === false) return false;
    const since = performance.now() - this.swept;
    return since >= (this.database.isSharded ? SWEEP_MS : isLeader ? LEADING_MS : 0);
  }

  /** A turn of those of whom something was committed here; a node that does not answer keeps none of another's waiting. */
  private async takeHinted(): Promise<void> {
    const hinted = [...this.hinted];
    this.hinted.clear();
    if (hinted.length === 0) return;
    await this.turnOf(hinted, new Set(), (id) => this.wake(id));
  }

  /** @param failing of whom something went wrong since the drain began: their turn is the next time */
  private async drainThere(node: ShardScope, failing: Set<string>): Promise<number> {
    let taken = 0;
    try {
      for (let some = await this.turn(node, failing); some > 0; some = await this.turn(node, failing)) taken += some;
    } catch (error) {
      this.fail(error);
    }
    return taken;
  }

  private fail(error: unknown): void {
    this.failures += 1;
    this.options.failed(error, null);
  }

  /** One turn of every tenant of a node that has work. @returns how many events were claimed */
  private async turn(node: ShardScope, failing: Set<string>): Promise<number> {
    const { isMine = () => true } = this.options;
    let taken = 0;
    for (let after: string | undefined = ''; after !== undefined && !this.stopping;) {
      const tenants = await this.tenantsWithWork(node, after);
      const own = tenants.filter((tenant_id) => !failing.has(tenant_id) && isMine(tenant_id));
      taken += await this.turnOf(own, failing);
      after = tenants[TENANTS_AT_ONCE - 1];
    }
    return taken;
  }

  /** @param unfinished told who may have more @returns how many events were claimed */
  private async turnOf(
    tenants: readonly string[],
    failing: Set<string>,
    unfinished: (tenant_id: string) => void = () => undefined,
  ): Promise<number> {
    let taken = 0;
    const takeSome = async (tenant_id: string): Promise<void> => {
      let some = 0;
      while (some < MOST_A_TURN && !this.stopping && (await this.takeOne(tenant_id))) some += 1;
      taken += some;
      if (some === MOST_A_TURN) unfinished(tenant_id);
    };
    const failed = (error: unknown, tenant_id: string): void => {
      failing.add(tenant_id);
      this.fail(error);
    };
    const options = { failed, isStopping: () => this.stopping };
    const perNode = tenants.length > 0 ? ((await this.options.perNode?.(tenants)) ?? [tenants]) : [];
    await Promise.all(perNode.map((some) => eachTenant(some, takeSome, options)));
    return taken;
  }

  /** @param after the last of those before; '' for the first */
  private tenantsWithWork(there: ShardScope, after: string): Promise<string[]> {
    this.deadline?.refresh();
    const now = this.options.now();
    const values: unknown[] = [now, after];
    const isTheirs = there.where('r.tenant_id', values);
    return this.database.job({ tenant_id: NO_TENANT, actor: null, now }, async (ctx) => {
      const rows = await runAcrossTenants(ctx, () =>
        ctx.db.read(
          `select distinct r.tenant_id from kernel.outbox r
           where r.handled_at is null and r.parked_at is null and r.available_at <= $1
             and ($2 = '' or r.tenant_id > $2::uuid) and ${isTheirs}
           order by r.tenant_id limit ${TENANTS_AT_ONCE}`,
          values,
        ),
      );
      return rows.map((row) => row[0] as string);
    });
  }

  /** The oldest, or none while another instance has it: events of a tenant get their sequences and places in their order. */
  private takeOne(tenant_id: string): Promise<boolean> {
    this.deadline?.refresh();
    return this.database.job({ tenant_id, actor: null, now: this.options.now() }, async (ctx) => {
      const [row] = (await ctx.db.lock(
        `select r.id, r.name, r.at, r.payload, r.done, r.attempts from kernel.outbox r
         where r.tenant_id = $1 and r.handled_at is null and r.parked_at is null and r.available_at <= $2
           and r.id = (select o.id from kernel.outbox o
                        where o.tenant_id = $1 and o.handled_at is null and o.parked_at is null and o.available_at <= $2
                        order by o.available_at, o.id limit 1)
           for update skip locked`,
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

const reasonOf = (failure: unknown): string => (failure instanceof Error ? failure.message : 'unknown').slice(0, 500);
