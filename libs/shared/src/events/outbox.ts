import type { Context } from '../transaction/context.js';
import { newId } from '../values/ids.js';
import type { EventInterestSource } from '../transaction/insert-events.js';
import { eventTypeNamed, type EventType } from './event-type.js';

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
  private readonly switched = new Map<string, Map<string, EventHandler>>();
  private readonly everywhere = new Map<string, EventHandler>();
  private listener?: (tenant_id: string) => void;
  private source?: EventInterestSource;

  /** @throws where the event has a handler of that name already */
  on(event: string, handlerName: string, handler: EventHandler): void {
    const named = this.handlers.get(event) ?? new Map<string, EventHandler>();
    if (named.has(handlerName)) throw new Error(`${event} has a handler ${handlerName} already`);
    this.handlers.set(event, named.set(handlerName, handler));
  }

  /**
   * A handler that tenants turn on: it makes the event recorded for no tenant that does not await it. Modules register theirs at their
   * start: that of another application over the same database replaces the one before.
   */
  onSwitched(event: string, handlerName: string, handler: EventHandler): void {
    const named = this.switched.get(event) ?? new Map<string, EventHandler>();
    this.switched.set(event, named.set(handlerName, handler));
  }

  /** The same of every public event that is recorded. */
  onEvery(handlerName: string, handler: EventHandler): void {
    this.everywhere.set(handlerName, handler);
  }

  of(event: string): ReadonlyMap<string, EventHandler> {
    const own = new Map([...(this.handlers.get(event) ?? []), ...(this.switched.get(event) ?? [])]);
    return eventTypeNamed(event) ? new Map([...own, ...this.everywhere]) : own;
  }

  /** Where tenants say what they await. */
  awaitedBy(source: EventInterestSource): void {
    this.source = source;
  }

  /**
   * @internal Whether an event has to be recorded: where this process has a handler of its name, or its tenant awaits it; `asked`: the
   * INSERT asks. A process that hands over no events does not know the handlers of inner names, and records them.
   * @param patterns of a public type; of an inner name that name alone
   */
  awaits(ctx: Context, name: string, patterns: readonly string[]): 'yes' | 'no' | 'asked' {
    if (this.handlers.has(name)) return 'yes';
    if (this.listener === undefined && !eventTypeNamed(name)) return 'yes';
    if (!this.source) return 'no';
    const awaited = this.source.inHand(ctx);
    if (!awaited) return 'asked';
    return awaited.some((pattern) => patterns.includes(pattern)) ? 'yes' : 'no';
  }

  /** @internal */
  get interests(): EventInterestSource | undefined {
    return this.source;
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

/** @internal Whether a public event has to be recorded. */
export const isAwaited = (ctx: Context, { type, patterns }: EventType): 'yes' | 'no' | 'asked' =>
  ctx.db.events.awaits(ctx, type, patterns);

/**
 * Enqueues an inner event: written in the context's transaction, handled after it is committed, never if it is rolled back. Nothing is
 * written where no handler awaits it.
 */
export const announce = (ctx: Context, name: string, payload: Record<string, unknown>): void =>
  announceAll(ctx, [{ name, payload }]);

/** The same of several events. */
export function announceAll(ctx: Context, events: readonly Pick<DomainEvent, 'name' | 'payload'>[]): void {
  for (const event of events) {
    const awaited = ctx.db.events.awaits(ctx, event.name, [event.name]);
    if (awaited !== 'no') keepEvent(ctx, event, awaited === 'asked' ? [event.name] : null);
  }
}

/** @internal Records an event with the transaction. @param asked the patterns of which the tenant has to await one; null: it is awaited */
export function keepEvent(
  ctx: Context,
  { name, payload }: Pick<DomainEvent, 'name' | 'payload'>,
  asked: readonly string[] | null,
): void {
  ctx.db.recordEvent({
    tenant_id: ctx.tenant_id,
    at: ctx.now,
    id: newId(ctx.now),
    name,
    payload: JSON.stringify(payload),
    asked,
  });
}
