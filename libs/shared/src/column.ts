import { Column, PrimaryColumn, type ColumnOptions } from 'typeorm';
import { DomainError } from './errors.js';
import { definePart } from './sealed-parts.js';
import { clearText, clearTextOf, sealedSlot, setSealedSlot, type SealedSlot } from './sealed-slot.js';

/** How a column's value travels between PostgreSQL and an entity. */
export type ColumnKind =
  'text' | 'uuid' | 'count' | 'money' | 'rate' | 'flag' | 'instant' | 'day' | 'list' | 'object' | 'sealed';

export interface ColumnFacts {
  name: string;
  kind: ColumnKind;
  /** About a person, or a secret: the audit trail names the field and never its value. */
  withheld: boolean;
  /** Tells of somebody's health, though it names nobody: the audit trail withholds it, an erasure need not blank it. */
  unaudited: boolean;
  /** A number, code or address by which something is known: its digits are its own, and no card is looked for. */
  code: boolean;
  /** For sealed columns: the text in it is JSON. */
  json?: boolean;
  /** Whether there may be nothing in it. */
  nullable: boolean;
  /** Written by the database: left out of the INSERT when the entity has none, and read back. */
  generated: boolean;
  /** A document number: drawn from this series of the tenant when the record is inserted. */
  series?: NumberSeries;
  /** Of a closed set of texts: all of them. */
  choices?: readonly string[];
  /** For sealed columns: the texts by which the value can be found; their tokens are kept in `<name>_tokens`. */
  tokens?: (clear: string) => string[];
  /** For one seal of several fields: their names. */
  parts?: string[];
}

/** A series of document numbers without gaps, one per tenant and Malaysian year: `INV-2026-000001`. */
export interface NumberSeries {
  /** Its name among the tenant's series. */
  name: string;
  /** What its numbers begin with. */
  prefix: string;
}

interface Shared {
  nullable?: boolean;
  /** Marks a field about a person (PDPA): see ColumnFacts.withheld. */
  personal?: boolean;
  /** Marks a field that names nobody and tells of somebody's health all the same: see ColumnFacts.unaudited. */
  unaudited?: boolean;
  /** The DEFAULT of the database; the entity's own initial value is what the application writes. */
  default?: string | number | boolean | (() => string);
}

const facts = new WeakMap<object, Map<string, ColumnFacts>>();

/** The columns of an entity class by name, those of its base classes first. */
export function columnsOf(entity: { prototype: object }): ReadonlyMap<string, ColumnFacts> {
  const chain: Map<string, ColumnFacts>[] = [];
  for (let p: object | null = entity.prototype; p; p = Object.getPrototypeOf(p) as object | null) {
    const own = facts.get(p);
    if (own) chain.unshift(own);
  }
  return new Map(chain.flatMap((own) => [...own]));
}

function declare(target: object, key: string | symbol, kind: ColumnKind, more: Partial<ColumnFacts>): void {
  const own = facts.get(target) ?? new Map<string, ColumnFacts>();
  facts.set(target, own);
  const usual = { withheld: false, unaudited: false, code: false, nullable: false, generated: false };
  own.set(String(key), { name: String(key), kind, ...usual, ...more });
}

const column =
  (kind: ColumnKind, type: ColumnOptions['type'], extra: ColumnOptions = {}, code = false) =>
  ({ personal = false, unaudited = false, ...options }: Shared = {}): PropertyDecorator =>
  (target, key) => {
    declare(target, key, kind, {
      withheld: personal,
      unaudited,
      code,
      nullable: options.nullable ?? false,
      generated: extra.generated !== undefined,
    });
    Column({ type, ...extra, ...options } as ColumnOptions)(target, key);
  };

/** What rows are told apart by. */
const primary =
  (kind: keyof typeof primaryTypes = 'uuid'): PropertyDecorator =>
  (target, key) => {
    declare(target, key, kind, {});
    PrimaryColumn(primaryTypes[kind])(target, key);
  };
const primaryTypes = { uuid: 'uuid', count: 'integer', text: 'text' } as const;

/** Whether a slot holds this text. One that cannot be opened holds nothing that is known: it may be written over. */
function holds(slot: SealedSlot, value: string | null): boolean {
  try {
    return clearTextOf(slot) === value;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/**
 * A text that lies encrypted in the database (AES-256-GCM) and reads as clear text on the entity. It is opened when
 * it is read, so a list that does not show it pays nothing. With `tokens`, the column `<name>_tokens` beside it
 * (`text[]`) holds keyed fingerprints by which it can be found without the clear text. A `code` is one as `columns.code` is.
 */
const sealed =
  (options: { tokens?: (clear: string) => string[]; code?: boolean } = {}): PropertyDecorator =>
  (target, key) => {
    const name = String(key);
    const { tokens, code = false } = options;
    declare(target, key, 'sealed', { withheld: true, nullable: true, tokens, code });
    Column({ type: 'text', nullable: true })(target, key);
    if (options.tokens)
      Column({ type: 'text', array: true, nullable: true, name: `${name}_tokens`, select: false })(
        target,
        `${name}_tokens`,
      );
    Object.defineProperty(target, key, {
      configurable: true,
      enumerable: true,
      get(this: object) {
        return clearText(this, name);
      },
      set(this: object, value: string | null) {
        if (!holds(sealedSlot(this, name), value)) setSealedSlot(this, name, value);
      },
    });
  };

/**
 * A list or object that lies encrypted in the database, as JSON, and reads in clear on the entity. It is replaced whole:
 * what is changed within it is not noticed. What `empty` makes is not stored: a record that has none pays for no seal.
 */
const sealedValue =
  <T>(empty: () => T): PropertyDecorator =>
  (target, key) => {
    const name = String(key);
    const nothing = JSON.stringify(empty());
    declare(target, key, 'sealed', { withheld: true, nullable: true, json: true });
    Column({ type: 'text', nullable: true })(target, key);
    Object.defineProperty(target, key, {
      configurable: true,
      enumerable: true,
      get(this: object): T {
        const text = clearText(this, name);
        return text === null ? empty() : (JSON.parse(text) as T);
      },
      set(this: object, value: T | null) {
        const text = value === null ? null : JSON.stringify(value);
        const kept = text === nothing ? null : text;
        if (!holds(sealedSlot(this, name), kept)) setSealedSlot(this, name, kept);
      },
    });
  };

/**
 * One seal for several fields that are read together, which are declared below it with `sealedWithin`: to open it takes
 * as long as to open one of them, and each is still named by itself on the audit trail.
 */
const sealedTogether = (): PropertyDecorator => (target, key) => {
  sealedValue<Record<string, unknown>>(() => ({}))(target, key);
  declare(target, key, 'sealed', { withheld: true, nullable: true, json: true, parts: [] });
};

/** A field that lies in the seal of another column. Of a record that was given none it is what `empty` makes. */
const sealedWithin =
  <T = null>(whole: string, empty: () => T = () => null as T): PropertyDecorator =>
  (target, key) => {
    const names = facts.get(target)?.get(whole)?.parts;
    if (!names) throw new Error(`${String(key)} lies within ${whole}, which is no seal of several fields`);
    names.push(String(key));
    definePart(target, String(key), whole, empty);
  };

/**
 * One of a closed set of texts: a `text` column with a CHECK in its migration. That code, CHECK and documents know the same
 * set is a test (test/lists/drift.test.ts).
 */
const choice =
  (choices: readonly string[], { personal = false, ...options }: Shared = {}): PropertyDecorator =>
  (target, key) => {
    declare(target, key, 'text', { withheld: personal, nullable: options.nullable ?? false, choices });
    Column({ type: 'text', ...options })(target, key);
  };

/** What the database works out from other columns, to be found by; no entity carries it. */
const derived =
  (
    asExpression: string,
    { type = 'text', nullable = false }: { type?: 'text' | 'boolean' | 'numeric'; nullable?: boolean } = {},
  ) =>
  (target: object, key: string | symbol): void => {
    const worked = { generatedType: 'STORED', select: false, insert: false, update: false } as const;
    Column({ type, nullable, asExpression, ...worked })(target, key);
  };

/**
 * The number of a document. Its series has no gaps: a number is drawn with the INSERT of the document, in its
 * transaction, and one that is rolled back gives its number back. Until then documents of the series wait for each
 * other, so it is drawn last.
 */
const numbered =
  (series: NumberSeries): PropertyDecorator =>
  (target, key) => {
    declare(target, key, 'text', { generated: true, code: true, series });
    Column({ type: 'text' })(target, key);
  };

/**
 * The column vocabulary: one line says type, precision, nullability and how the value travels. Recorded data is
 * snake_case in column, entity and wire alike.
 */
export const columns = {
  primary,
  /** Text of any length; limits are the wire's. Numbers of cards that are written into it are cut. */
  text: column('text', 'text'),
  /**
   * A number, code or address by which something is known or reached: a barcode, a telephone number, a web address. It is
   * kept as it is, whatever its digits look like.
   */
  code: column('text', 'text', {}, true),
  choice,
  uuid: column('uuid', 'uuid'),
  /** A 32-bit whole number. */
  count: column('count', 'integer'),
  /** A 32-bit number drawn from one platform-wide sequence. */
  serial: column('count', 'integer', { generated: 'increment' }),
  /** An amount in ringgit, exact to the sen, a number here; see `money` for its arithmetic. */
  money: column('money', 'numeric', { precision: 14, scale: 2 }),
  /** A rate in percent (6 means 6 %), with up to four decimals. */
  rate: column('rate', 'numeric', { precision: 7, scale: 4 }),
  /** Degrees of latitude or longitude, to seven decimals: about a centimetre. */
  coordinate: column('rate', 'numeric', { precision: 10, scale: 7 }),
  /** Kilometres, to the metre. */
  distance: column('rate', 'numeric', { precision: 9, scale: 3 }),
  flag: column('flag', 'boolean'),
  /** An instant (timestamptz), a Date here, shown in UTC. */
  instant: column('instant', 'timestamp with time zone', { precision: 3 }),
  /** A calendar date, YYYY-MM-DD: a text here, never an instant. */
  day: column('day', 'date'),
  /** An array of texts. */
  list: column('list', 'text', { array: true }),
  /** An object kept as it was sent (jsonb), save for card data, which are kept nowhere. */
  object: column('object', 'jsonb'),
  sealed,
  sealedValue,
  sealedTogether,
  sealedWithin,
  derived,
  numbered,
};
