import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { insertsOfValues } from '../rows-as-values.js';
import { isSharded } from '../sharded-transaction.js';

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

/** Who wants to hear of what. Contexts register with it when they are composed; names of handlers stay as they are once used. */
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

  /** @internal The dispatcher of this process, told whose events were committed. */
  onCommitted(listener: ((tenant_id: string) => void) | undefined): void {
    this.listener = listener;
  }

  /** @internal */
  committed(tenant_id: string): void {
    this.listener?.(tenant_id);
  }
}

/** Announces an event: written in the context's transaction, handled after it is committed, never if it is rolled back. */
export async function announce(ctx: Context, name: string, payload: Record<string, unknown>): Promise<void> {
  ctx.db.put(
    `insert into kernel.outbox (tenant_id, id, at, name, payload, done, attempts, available_at) values ($1, $2, $3, $4, $5, '{}', 0, $3)`,
    [ctx.tenant_id, newId(ctx.now), ctx.now, name, JSON.stringify(payload)],
  );
  ctx.db.afterCommit(() => ctx.db.events.committed(ctx.tenant_id));
}

// Under row level security an INSERT of a SELECT needs a RETURNING.
const LISTED = `select $1, $2, $2, '{}', 0, e.id, e.name, e.payload
     from unnest($3::uuid[], $4::text[], $5::jsonb[]) as e (id, name, payload) returning 1`;

/** Several events, announced in one round trip. */
export async function announceAll(
  ctx: Context,
  events: readonly Pick<DomainEvent, 'name' | 'payload'>[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ name, payload }) => [newId(ctx.now), name, JSON.stringify(payload)]);
  const values = [ctx.tenant_id, ctx.now];
  const head = 'insert into kernel.outbox (tenant_id, at, available_at, done, attempts, id, name, payload)';
  const common = ['$1', '$2', '$2', "'{}'", '0'];
  const inserts = isSharded(ctx)
    ? insertsOfValues({ head, common, values }, rows)
    : [
        {
          text: `${head} ${LISTED}`,
          values: [...values, ...[0, 1, 2].map((column) => rows.map((row) => row[column]))],
        },
      ];
  for (const { text, values: sent } of inserts) ctx.db.put(text, sent);
  ctx.db.afterCommit(() => ctx.db.events.committed(ctx.tenant_id));
}
