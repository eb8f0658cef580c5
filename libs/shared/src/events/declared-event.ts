import type { Words } from '../language/words.js';
import type { Context } from '../transaction/context.js';
import { malaysianDay } from '../values/day.js';
import { FIRST_RELEASE, patternsOf, register, type EventKey, type EventKind, type EventType } from './event-type.js';
import { isAwaited, keepEvent } from './outbox.js';

/** A kind of value, with `?` where there may be none. */
export type KindText = EventKind | `${EventKind}?`;

/** One of a closed set. */
export interface ClosedSet {
  values: readonly string[];
  nullable: boolean;
}

/** What a key of an event's data is. */
export type KeyText = Exclude<KindText, 'set' | 'set?'> | ClosedSet;

/** A key that holds one of a closed set, in lower case. */
export const oneOf = (values: readonly string[], { nullable = false } = {}): ClosedSet => ({ values, nullable });

/** The declaration of a type. */
export interface DeclaredType {
  /** What happened, as a sentence. */
  said: Words;
  /** Where the record is read on the reference surface, keys of the data in braces. */
  path: string | null;
  contract_path: string | null;
  data: Readonly<Record<string, KeyText>>;
  /** Absent: the data have the version of the record. */
  versioned?: boolean;
  changed?: boolean;
  inner?: string;
  /** The release that brought it, where that is a later one. */
  since?: string;
}

/** The facts of one event: the keys of its type, and whose they are. */
export type EventFacts = Readonly<Record<string, unknown>> & {
  id: string;
  /** Of the record; absent for entries that never change. */
  version?: number;
};

/** Declares a public event type. @param type `<context>.<noun>.<past verb>` @throws where it is declared twice */
export function eventType(type: string, declared: DeclaredType): EventType {
  const { said, path, contract_path, data, versioned = true, changed = false, inner = null } = declared;
  const [context = '', noun = ''] = type.split('.');
  return register({
    type,
    context,
    module: context === 'core' ? null : context,
    noun,
    description: said,
    since: declared.since ?? FIRST_RELEASE,
    path,
    contract_path,
    versioned,
    changed,
    data: Object.fromEntries(Object.entries(data).map(([key, text]) => [key, keyOf(text)])),
    inner,
    patterns: patternsOf(type),
  });
}

/**
 * Announces a public event, in the context's transaction: nothing is written where it is not awaited.
 * @param facts of the event, or what makes them: that is called only where it is awaited
 * @throws where a key of the type is missing
 */
export function tell(ctx: Context, type: EventType, facts: EventFacts | (() => EventFacts)): void {
  const awaited = isAwaited(ctx, type);
  if (awaited === 'no') return;
  const data = dataOf(type, typeof facts === 'function' ? facts() : facts);
  keepEvent(
    ctx,
    { name: type.type, payload: { actor_id: ctx.actor?.user_id ?? null, data } },
    awaited === 'asked' ? type.patterns : null,
  );
}

function dataOf(type: EventType, facts: EventFacts): Record<string, unknown> {
  const data: Record<string, unknown> = {
    id: facts.id,
    version: type.versioned ? facts.version : null,
    path: null,
    contract_path: null,
  };
  for (const [key, { kind }] of Object.entries(type.data)) data[key] = valueOf(kind, facts[key]);
  if (type.changed) data.changed = facts.changed ?? [];
  for (const [key, value] of Object.entries(data))
    if (value === undefined) throw new Error(`${type.type} lacks ${key}`);
  data.path = filled(type.path, data);
  data.contract_path = filled(type.contract_path, data);
  return data;
}

/** Days are days where a date stands for one. */
const valueOf = (kind: EventKind, value: unknown): unknown =>
  kind === 'day' && value instanceof Date ? malaysianDay(value) : value;

const filled = (path: string | null, data: Readonly<Record<string, unknown>>): string | null =>
  path?.replace(/\{(\w+)\}/g, (_, key: string) => String(data[key])) ?? null;

function keyOf(text: KeyText): EventKey {
  if (typeof text !== 'string') return { kind: 'set', nullable: text.nullable, values: text.values };
  const nullable = text.endsWith('?');
  return { kind: (nullable ? text.slice(0, -1) : text) as EventKind, nullable };
}
