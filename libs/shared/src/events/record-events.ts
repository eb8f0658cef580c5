import type { Words } from '../language/words.js';
import type { ColumnFacts } from '../schema/column-facts.js';
import type { StoredRecord } from '../schema/tenant-record.js';
import type { Context } from '../transaction/context.js';
import { eventType, oneOf, tell, type ClosedSet, type EventFacts, type KeyText } from './declared-event.js';
import type { EventType } from './event-type.js';

/** A key whose value is worked out of the record. */
interface WorkedOut<T> {
  key: KeyText;
  of: (record: T, now: Date) => unknown;
}

/** The status that a record had before, null unless it changed. */
interface PreviousStatus {
  previous: ClosedSet;
}

/** A key that the record has under the same name, one that is worked out of it, or the status that it had before. */
export type RecordKey<T> = KeyText | WorkedOut<T> | PreviousStatus;

/** A key whose value is worked out of the record, and of the moment where it depends on that. */
export const worked = <T>(key: KeyText, of: (record: T, now: Date) => unknown): WorkedOut<T> => ({ key, of });

/** The status that a record had before, null unless it changed. @param values all that it may be */
export const previousStatus = (values: readonly string[]): PreviousStatus => ({
  previous: oneOf(values, { nullable: true }),
});

/** The words of a verb, and what differs for it. */
type Verb = Words | { said: Words; path?: string | null; contract_path?: string | null; inner?: string };

/** The declaration of the events of a kind of record. */
export interface DeclaredRecord<T, V extends string> {
  /** Where a record is read on the reference surface; events of deletion and erasure have none. */
  path: string | null;
  contract_path: string | null;
  data: Readonly<Record<string, RecordKey<T>>>;
  verbs: Readonly<Record<V, Verb>>;
  /** Whether `updated` names the changed fields: those that are neither personal nor sealed. */
  changed?: boolean;
  /** What an action of the audit trail announces, beyond create, update, delete, restore and erase; null: nothing. */
  actions?: Readonly<Record<string, NoInfer<V> | null>>;
  /** The events of a status that is reached, by any operation. */
  statuses?: Statuses<T, NoInfer<V>>;
  /** Columns that tell clients nothing: without others a change of them is no `updated`. */
  silent?: readonly (keyof T & string)[];
  /** What columns are called on the wire where that differs; null: not named. */
  fields?: Readonly<Record<string, string | null>>;
}

interface Statuses<T, V extends string> {
  /** The column. */
  of: keyof T & string;
  /** The first of a new record. */
  first: string;
  /** What a status announces when it is reached, some depending on the one before or on the action; a record that is made in a later one announces both. */
  verbs: Readonly<Record<string, V | ((previous: string | null, action: string) => V | undefined)>>;
  /** Columns that follow from the status: without others a change of them is no `updated`. */
  follows?: readonly (keyof T & string)[];
  /** Whether more than the status was changed in those columns. */
  more?: (record: T) => boolean;
}

/** A change of a record, as its repository tells it. */
export interface RecordChange<T> {
  /** As on the audit trail. */
  action: string;
  record: T;
  /** What it held before; null for a new one. */
  before: { get(name: string): unknown } | null;
  changed: readonly ColumnFacts[];
}

const usual: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  restore: 'restored',
  erase: 'erased',
};
const unreadable = new Set(['deleted', 'erased']);
/** Verbs that say all that happened: a status that is reached with them is announced by no other. */
const whole = new Set(['deleted', 'erased', 'restored']);
const NONE: ReadonlySet<string> = new Set();

/** The events of a kind of record: its repository announces them, verb by verb, as it puts the verb on the audit trail. */
export class RecordEvents<T extends StoredRecord = StoredRecord, V extends string = string> {
  /** By verb. */
  readonly types: Readonly<Record<V, EventType>>;
  private readonly statusKeys: ReadonlySet<string>;
  private readonly silent: ReadonlySet<string>;

  constructor(
    noun: string,
    private readonly declared: DeclaredRecord<T, V>,
  ) {
    const { statuses } = declared;
    this.statusKeys = new Set(statuses ? [statuses.of, ...(statuses.follows ?? [])] : []);
    this.silent = new Set(declared.silent);
    const types = Object.entries<Verb>(declared.verbs).map(([verb, said]) => [verb, this.declare(noun, verb, said)]);
    this.types = Object.fromEntries(types) as Record<V, EventType>;
  }

  /** Announces what a change of a record is. */
  changed(ctx: Context, change: RecordChange<T>): void {
    for (const verb of this.verbsOf(change)) this.told(ctx, verb, change);
  }

  /** Announces a verb that no repository writes. @param previous the status before, where it changed */
  tell(ctx: Context, verb: V, record: T, previous: string | null = null): void {
    tell(ctx, this.types[verb], () => this.factsOf(ctx, record, previous, []));
  }

  private told(ctx: Context, verb: V, { record, before, changed }: RecordChange<T>): void {
    const type = this.types[verb];
    tell(ctx, type, () =>
      this.factsOf(ctx, record, this.previousOf(record, before), type.changed ? this.named(changed) : []),
    );
  }

  private verbsOf({ action, record, before, changed }: RecordChange<T>): V[] {
    const { actions = {}, statuses } = this.declared;
    const stated = action in actions ? actions[action] : usual[action];
    const verb = stated && stated in this.types ? (stated as V) : null;
    const status = statuses && (record[statuses.of] as string);
    const previous = statuses && before ? (before.get(statuses.of) as string) : null;
    const isReached = statuses && status !== (previous ?? statuses.first);
    const found = isReached && !whole.has(verb ?? '') ? statuses.verbs[status as string] : undefined;
    const reached = typeof found === 'function' ? found(previous, action) : found;
    const follows = reached ? this.statusKeys : NONE;
    const isSaid =
      verb !== 'updated' ||
      changed.some(({ name }) => !this.silent.has(name) && !follows.has(name)) ||
      (reached !== undefined && statuses?.more?.(record) === true);
    const own = verb && verb !== reached && isSaid ? [verb] : [];
    return reached ? [...own, reached] : own;
  }

  private previousOf(record: T, before: RecordChange<T>['before']): string | null {
    const { statuses } = this.declared;
    if (!statuses || !before) return null;
    const previous = before.get(statuses.of) as string;
    return previous === record[statuses.of] ? null : previous;
  }

  private factsOf(ctx: Context, record: T, previous: string | null, changed: readonly string[]): EventFacts {
    const { id, version } = record;
    const facts: Record<string, unknown> = { changed };
    for (const [key, said] of Object.entries(this.declared.data)) {
      if (typeof said === 'object' && 'previous' in said) facts[key] = previous;
      else if (typeof said === 'object' && 'of' in said) facts[key] = said.of(record, ctx.now);
      else facts[key] = (record as Record<string, unknown>)[key];
    }
    return { ...facts, id, version };
  }

  /** Fields that are neither personal nor sealed, as clients know them. */
  private named(changed: readonly ColumnFacts[]): string[] {
    const { fields = {} } = this.declared;
    const names = changed
      .filter(({ withheld, unaudited, kind, parts }) => !withheld && !unaudited && !parts && kind !== 'sealed')
      .flatMap(({ name }) => (name in fields ? (fields[name] ?? []) : name))
      .filter((name) => name !== 'deleted_at');
    return [...new Set(names)].sort();
  }

  private declare(noun: string, verb: string, said: Verb): EventType {
    const { changed = false, data, path, contract_path } = this.declared;
    const own = 'said' in said ? said : { said };
    const read = unreadable.has(verb) ? { path: null, contract_path: null } : { path, contract_path };
    return eventType(`${noun}.${verb}`, {
      ...read,
      ...own,
      changed: changed && verb === 'updated',
      data: Object.fromEntries(Object.entries(data).map(([key, text]) => [key, keyTextOf(text)])),
    });
  }
}

const keyTextOf = <T>(said: RecordKey<T>): KeyText => {
  if (typeof said !== 'object' || 'values' in said) return said;
  return 'previous' in said ? said.previous : said.key;
};

/** Declares the events of a kind of record. @param noun `<context>.<noun>`, such as `retail.product` */
export const recordEvents =
  <T extends StoredRecord>(noun: string) =>
  <V extends string>(declared: DeclaredRecord<T, V>): RecordEvents<T, V> =>
    new RecordEvents<T, V>(noun, declared);
