import type { Words } from '../language/words.js';

/**
 * What a key of an event's data holds: `set` is one of a closed set, in lower case; `money` MYR (or the currency in another key) with at
 * most two decimals; `day` YYYY-MM-DD; `instant` a time in UTC.
 */
export const eventKinds = ['id', 'set', 'money', 'count', 'text', 'flag', 'day', 'instant'] as const;
export type EventKind = (typeof eventKinds)[number];

/** One key of an event's data: it is always there. */
export interface EventKey {
  kind: EventKind;
  nullable: boolean;
  /** Of a `set`: all that it may be. */
  values?: readonly string[];
}

/** The facts of a public event type: what is declared once, and told by the API, its documents and webhooks alike. */
export interface EventType {
  /** `<context>.<noun>.<past verb>`, such as `retail.sale.completed`. */
  type: string;
  context: string;
  /** The module whose operations announce it; null for core. */
  module: string | null;
  noun: string;
  /** What happened, as a sentence. */
  description: Words;
  /** The release that brought it. */
  since: string;
  /** Where the record is read on the reference surface, keys of the data in braces; null where nothing can be read. */
  path: string | null;
  /** The same on the contract surface. */
  contract_path: string | null;
  /** Whether the data have the version of the record: entries that never change have none. */
  versioned: boolean;
  /** Whether the data name the changed fields. */
  changed: boolean;
  /** The keys behind id, version, path and contract_path, in order. */
  data: Readonly<Record<string, EventKey>>;
  /** The name under which handlers of programs that import a library know it. */
  inner: string | null;
  /** The patterns that match it. */
  patterns: readonly string[];
}

/** The release that brought the first public types. */
export const FIRST_RELEASE = '1.2.0';

/** All that matches a type: the type itself, its noun, its context, and everything. */
export function patternsOf(type: string): readonly string[] {
  const [context = '', noun = ''] = type.split('.');
  return [type, `${context}.${noun}.*`, `${context}.*`, '*'];
}

const known = new Map<string, EventType>();

/** @internal Makes a type known. @throws where it is declared twice */
export function register(type: EventType): EventType {
  if (known.has(type.type)) throw new Error(`${type.type} is declared twice`);
  known.set(type.type, type);
  return type;
}

/** All public types of the contexts that are loaded, by name. */
export const eventTypes = (): readonly EventType[] =>
  [...known.values()].toSorted((a, b) => (a.type < b.type ? -1 : 1));

/** A public type by its name. */
export const eventTypeNamed = (name: string): EventType | undefined => known.get(name);

/** Whether a text is a pattern: it matches at least one known type. */
export const isPattern = (text: string): boolean => [...known.values()].some(({ patterns }) => patterns.includes(text));
