import type { Context } from '../transaction/context.js';
import { newId } from '../values/ids.js';
import { insertsOfValues } from '../transaction/rows-as-values.js';
import { isSharded } from '../transaction/sharded-transaction.js';

/** A domain event as its handlers see it. Payloads hold ids and figures, never personal fields. */
export interface DomainEvent<P extends Record<string, unknown> = Record<string, unknown>> {
  id: string;
  tenant_id: string;
  name: string;
  /** When it happened (UTC). */
  at: Date;
  payload: P;
}

/**
 * Reacts to an event within the dispatcher's transaction: what it writes there is done exactly once. What it does
 * outside the database may be done again after a crash, and must bear that.
 */
export type EventHandler = (ctx: Context, event: DomainEvent) => Promise<void>;

/** The handlers of events. Contexts register with it when they are composed; names of handlers stay as they are once used. */
export class EventHandlers {
  private readonly handlers = new Map<string, Map<string, EventHandler>>();
  private listener?: (tenant_id: string) => void;

  on(event: string, handlerName: string, handler: EventHandler): void {
    const named = this.handlers.get(event) ?? new Map<string, EventHandler>();
    if (named.has(handlerName)) throw new Error(`${event} has a handler ${handlerName} already`);
    this.handlers.set(event, named.set(handlerName, handler));
  }

  of(event: string): ReadonlyMap<string, EventHandler> {
    return this.handlers.get(event) ?? new Map<string, EventHandler>();
  }

  /**
   * @internal Whether an event has to wait for a handler: not where this process hands events over, and has no handler of it. A
   * process that hands over none does not know the handlers.
   */
  awaits(event: string): boolean {
    return this.listener === undefined || this.of(event).size > 0;
  }

  /** @internal The dispatcher of this process, told whose events were committed. */
  onCommitted(listener: ((tenant_id: string) => void) | undefined): void {
    this.listener = listener;
  }

  /** @internal */
  committed(tenant_id: string): void {
    this.listener?.(tenant_id);
  }
}

/** Enqueues an event: written in the context's transaction, handled after it is committed, never if it is rolled back. */
export const announce = (ctx: Context, name: string, payload: Record<string, unknown>): void =>
  announceAll(ctx, [{ name, payload }]);

const HEAD = 'insert into kernel.outbox (tenant_id, at, available_at, done, attempts, id, name, payload, handled_at)';

// Under row level security an INSERT of a SELECT needs a RETURNING.
const LISTED = `select $1, $2, $2, '{}', 0, e.id, e.name, e.payload, e.handled_at
     from unnest($3::uuid[], $4::text[], $5::jsonb[], $6::timestamptz[]) as e (id, name, payload, handled_at) returning 1`;

/** How many are sent one by one. */
const FEW = 4;

/** Enqueues several events in one statement. An event without a handler is stored as handled. */
export function announceAll(ctx: Context, events: readonly Pick<DomainEvent, 'name' | 'payload'>[]): void {
  if (events.length === 0) return;
  const heard = ctx.db.events;
  const rows = events.map(({ name, payload }) => [
    newId(ctx.now),
    name,
    JSON.stringify(payload),
    heard.awaits(name) ? null : ctx.now,
  ]);
  const values = [ctx.tenant_id, ctx.now];
  const common = ['$1', '$2', '$2', "'{}'", '0'];
  const inserts =
    rows.length <= FEW || isSharded(ctx)
      ? insertsOfValues({ head: HEAD, common, values }, rows)
      : [{ text: `${HEAD} ${LISTED}`, values: [...values, ...[0, 1, 2, 3].map((i) => rows.map((row) => row[i]))] }];
  for (const { text, values: sent } of inserts) ctx.db.enqueue(text, sent);
  if (events.some(({ name }) => heard.awaits(name))) ctx.db.afterCommit(() => heard.committed(ctx.tenant_id));
}
