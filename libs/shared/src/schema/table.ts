import type { DataSource, EntityMetadata } from 'typeorm';
import { withoutCardData } from '../values/card-data.js';
import { columnsOf, type ColumnFacts, type ColumnKind } from './column.js';
import { SealedValue, type Keyring } from '../sealing/sealed.js';
import { storedItems } from '../sealing/sealed-items.js';
import { writePart } from '../sealing/sealed-parts.js';
import { ClearParts, clearText, sealedSlot, setSealedSlot, type SealedSlot } from '../sealing/sealed-slot.js';
import { Snapshot } from './snapshot.js';
import type { Row } from '../wire-protocol/batch.js';

/** A class that can be made with `new` and no arguments, as TypeORM asks of entities. */
export type EntityClass<T> = new () => T;

/** The owner of a row, for the seal: a sealed value opens only in the row it was written for. */
type Owned = { id: string; tenant_id?: string };

const inKeyOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** jsonb keeps keys in its own order: another order is not another value. */
const isSameJson = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' &&
  typeof other === 'string' &&
  JSON.stringify(JSON.parse(one), inKeyOrder) === JSON.stringify(JSON.parse(other), inKeyOrder);

/** Kinds of columns that hold what a user wrote. */
const written: ReadonlySet<ColumnKind> = new Set(['text', 'list', 'object', 'sealed']);

/** Whether what a user wrote may be in a column, and a card among it. */
export const mayHoldCards = ({ kind, code, choices }: ColumnFacts): boolean => written.has(kind) && !code && !choices;

/**
 * How an entity class and its table fit together: the statements' column lists, and the way of a value in both
 * directions. It is derived once from TypeORM's metadata, and does for rows what TypeORM's own hydration does at
 * less cost: a page of records is made for nearly every request.
 */
export class Table<T extends object> {
  /** `schema.name` */
  readonly path: string;
  readonly columns: readonly ColumnFacts[];
  /** Names of the columns that tell rows apart, in the order in which the entity declares them. */
  readonly keys: readonly string[];
  /** `r.a, r.b, …`: the SELECT list every hydrated statement uses; tables are called `r`. */
  readonly selected: string;
  /** How many values `selected` reads: those of the columns, then what lies in clear that is sealed since. */
  readonly width: number;
  private readonly places: ReadonlyMap<string, number>;
  private readonly Plain: new (row: Row) => T;
  private readonly sealed: readonly (readonly [column: ColumnFacts, place: number])[];
  private readonly formerlyClear: readonly (readonly [whole: string, name: string, place: number])[];

  constructor(
    readonly entity: EntityClass<T>,
    metadata: EntityMetadata,
  ) {
    this.path = metadata.schema ? `${metadata.schema}.${metadata.tableName}` : metadata.tableName;
    const declared = columnsOf(entity);
    this.columns = metadata.columns
      .filter((c) => c.isSelect)
      .map((c) => {
        const facts = declared.get(c.propertyName);
        if (!facts) throw new Error(`${metadata.name}.${c.propertyName} is not declared with the column vocabulary`);
        return facts;
      });
    this.keys = metadata.primaryColumns.map((c) => c.propertyName);
    const placed = this.columns.map((column, i) => [column, i] as const);
    this.places = new Map(placed.map(([{ name }, i]) => [name, i]));
    this.Plain = plainRecord(
      entity,
      placed.filter(([column]) => column.kind !== 'sealed').map(([{ name }, i]) => [name, i] as const),
    );
    this.sealed = placed.filter(([column]) => column.kind === 'sealed');
    const clear = this.columns.flatMap(({ name: whole, formerlyClear = [] }) =>
      formerlyClear.map((name) => [whole, name] as const),
    );
    this.formerlyClear = clear.map(([whole, name], i) => [whole, name, this.columns.length + i] as const);
    this.selected = [...this.columns.map(({ name }) => name), ...clear.map(([, name]) => name)]
      .map((name) => `r.${name}`)
      .join(', ');
    this.width = this.columns.length + clear.length;
  }

  static of<T extends object>(entity: EntityClass<T>, dataSource: DataSource): Table<T> {
    return new Table(entity, dataSource.getMetadata(entity));
  }

  /** Where a sealed value lives. */
  place(column: ColumnFacts, owner: { tenant_id?: string; id: string }): string {
    return `${this.path}.${column.name}:${owner.tenant_id ?? ''}:${owner.id}`;
  }

  hydrate(row: Row, keyring: Keyring): T {
    const record = new this.Plain(row);
    for (const [column, i] of this.sealed) {
      const text = row[i] as string | null;
      if (text === null) continue;
      setSealedSlot(record, column.name, new SealedValue(keyring, text, this.place(column, record as Owned)));
    }
    for (const [whole, name, place] of this.formerlyClear)
      if (row[place] !== null && row[place] !== undefined) writePart(record, whole, name, row[place]);
    return record;
  }

  /** A record of which only some columns were read, together with another one. It is looked at, and never written. */
  hydratePart(owner: Owned, read: Readonly<Record<string, unknown>>, keyring: Keyring): T {
    const record = Object.assign(Object.create(this.entity.prototype as object) as T, owner);
    for (const column of this.columns.filter(({ name }) => name in read)) {
      const value = read[column.name] as string | null;
      if (column.kind !== 'sealed') (record as Record<string, unknown>)[column.name] = value;
      else if (value !== null)
        setSealedSlot(record, column.name, new SealedValue(keyring, value, this.place(column, owner)));
    }
    return record;
  }

  /** The value of a column on its way into the database. */
  stored(column: ColumnFacts, record: T, keyring: Keyring): unknown {
    if (column.kind === 'sealed') {
      const clear = clearText(record, column.name);
      return clear === null ? null : keyring.seal(clear, this.place(column, record as Owned));
    }
    const value = valueOf(column, record);
    return column.kind === 'object' && value !== null ? JSON.stringify(value) : value;
  }

  /** The values to write of a record, in the order of `namesOf`: the tokens of sealed columns lie behind all columns. */
  row(record: T, columns: readonly ColumnFacts[], keyring: Keyring): { values: unknown[] } {
    const values = columns.map((c) => this.stored(c, record, keyring));
    for (const c of columns) if (c.tokens) values.push(this.tokens(c, record, keyring));
    return { values };
  }

  /** The names of what `row` gives. */
  namesOf(columns: readonly ColumnFacts[]): string[] {
    return [...columns.map(({ name }) => name), ...columns.filter(({ tokens }) => tokens).map(tokensOf)];
  }

  /**
   * Takes card data out of what is about to be written, so that neither the row, nor the answer, nor the audit
   * trail has them. Values that were read from the database are not looked at. @returns whether there were any
   */
  cutCards(record: Partial<T>, columns: readonly ColumnFacts[] = this.columns): boolean {
    let cut = false;
    for (const column of columns) {
      if (!mayHoldCards(column)) continue;
      const held =
        column.kind === 'sealed' ? sealedSlot(record, column.name) : (record as Record<string, unknown>)[column.name];
      if (held === null || held === undefined || held instanceof SealedValue) continue;
      const kept = withoutCardsIn(column, held);
      if (kept === held) continue;
      cut = true;
      if (column.kind === 'sealed') setSealedSlot(record, column.name, kept as SealedSlot);
      else (record as Record<string, unknown>)[column.name] = kept;
    }
    return cut;
  }

  tokens(column: ColumnFacts, record: T, keyring: Keyring): string[] | null {
    const clear = clearText(record, column.name);
    const tenant_id = (record as Partial<Owned>).tenant_id ?? '';
    return clear && column.tokens ? column.tokens(clear).map((text) => keyring.token(tenant_id, text)) : null;
  }

  /** What a record held when it was read, to find out later what was changed. */
  snapshot(record: T): Snapshot {
    return new Snapshot(
      this.places,
      this.columns.map((c) => this.comparable(c, record)),
    );
  }

  /** A value of a snapshot as the record had it. */
  asItWas(column: ColumnFacts, held: unknown): unknown {
    if (held === null || held === undefined) return null;
    if (column.kind === 'instant') return new Date(held as number);
    return isJson(column) ? JSON.parse(held as string) : held;
  }

  /** The columns whose value is not the one of the snapshot. */
  changed(record: T, { values }: Snapshot): ColumnFacts[] {
    return this.columns.filter((c, i) => {
      const held = this.comparable(c, record);
      return held !== values[i] && !(isJson(c) && isSameJson(held, values[i]));
    });
  }

  private comparable(column: ColumnFacts, record: T): unknown {
    if (column.kind === 'sealed') return sealedSlot(record, column.name);
    const value = valueOf(column, record);
    if (value instanceof Date) return value.getTime();
    // Objects may be plain texts and numbers: as JSON they are told apart, and can be read again.
    return value !== null && isJson(column) ? JSON.stringify(value) : value;
  }
}

/**
 * Makes a record of what lies plain in a row, without what the entity's own constructor would set. It is written as a separate
 * function for every entity, made of the declared names alone: where a loop sets them, V8 looks for every name, and an object of some
 * twenty fields and more becomes a dictionary, at 1.2 µs where this one takes 0.05 µs, and slow in all that reads it afterwards.
 */
function plainRecord<T extends object>(
  entity: EntityClass<T>,
  places: readonly (readonly [name: string, place: number])[],
): new (row: Row) => T {
  const fields = places.map(([name, place]) => `this[${JSON.stringify(name)}] = row[${place}];`);
  const Plain = new Function('row', fields.join('\n')) as unknown as new (row: Row) => T;
  Plain.prototype = entity.prototype as T;
  return Plain;
}

/** What a column that is not sealed holds. */
const valueOf = ({ name, sealedKey }: ColumnFacts, record: object): unknown =>
  (sealedKey ? storedItems(record, name) : (record as Record<string, unknown>)[name]) ?? null;

const isJson = ({ kind }: ColumnFacts): boolean => kind === 'object' || kind === 'list';
const tokensOf = ({ name }: ColumnFacts): string => `${name}_tokens`;

/** What a record holds in clear, itself where there is nothing to take out of it. */
function withoutCardsIn(column: ColumnFacts, held: unknown): unknown {
  if (!(held instanceof ClearParts)) return column.json ? withinJson(held as string) : withoutCardData(held);
  const kept = withoutCardData(held.parts);
  return kept === held.parts ? held : new ClearParts(kept as ClearParts['parts']);
}

/** The text itself where there is nothing to take out of it. */
function withinJson(text: string): string {
  const value: unknown = JSON.parse(text);
  const kept = withoutCardData(value);
  return kept === value ? text : JSON.stringify(kept);
}
