import { eventTypeNamed } from './event-type.js';
import type { DomainEvent } from './outbox.js';

/** An event as programs are told it, the same in webhooks and in the feed. */
export interface PublicEvent {
  /** `msg_` and 32 hex digits. */
  id: string;
  type: string;
  /** When it happened (UTC, to the millisecond). */
  timestamp: string;
  tenant_id: string;
  /** The user or API key; null for jobs and the command line. */
  actor_id: string | null;
  data: Readonly<Record<string, unknown>>;
}

/** What the outbox holds of one. */
export interface PublicPayload extends Record<string, unknown> {
  actor_id: string | null;
  data: Record<string, unknown>;
}

/** Keys that stand before those of a type. */
export const commonKeys = ['id', 'version', 'path', 'contract_path'] as const;

/** The identifier of an event as programs are told it. @param id of its row in the outbox */
export const publicEventId = (id: string): string => `msg_${id.replaceAll('-', '')}`;

const EVENT_ID = /^msg_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** The id in the outbox that such an identifier names; null where it is none. */
export function idOfPublicEvent(text: string): string | null {
  const parts = EVENT_ID.exec(text);
  return parts ? parts.slice(1).join('-') : null;
}

/** The event that a row of the outbox holds, its keys in the order of its type. @throws where its type is not public */
export function publicEvent({ id, tenant_id, name, at, payload }: DomainEvent): PublicEvent {
  const type = eventTypeNamed(name);
  if (!type) throw new Error(`${name} is no public event type`);
  const { actor_id, data } = payload as PublicPayload;
  const order = [...commonKeys, ...Object.keys(type.data), ...(type.changed ? ['changed'] : [])];
  const ordered = Object.fromEntries(order.map((key) => [key, data[key] ?? null]));
  return {
    id: publicEventId(id),
    type: name,
    timestamp: at.toISOString(),
    tenant_id,
    actor_id: actor_id ?? null,
    data: ordered,
  };
}
