import { Column, PrimaryColumn, type ColumnOptions } from 'typeorm';
import { declare, sealOf, type ColumnKind, type NumberSeries, type SealedKey } from './column-facts.js';
import { DomainError } from '../errors.js';
import { defineItems } from '../sealing/sealed-items.js';
import { definePart } from '../sealing/sealed-parts.js';
import { clearText, clearTextOf, sealedSlot, setSealedSlot, type SealedSlot } from '../sealing/sealed-slot.js';

export { columnsOf, type ColumnFacts, type ColumnKind, type NumberSeries, type SealedKey } from './column-facts.js';

interface Shared {
  nullable?: boolean;
  /** Marks a field about a person (PDPA): see ColumnFacts.withheld. */
  personal?: boolean;
  /** Marks a field that names no person and tells of a person's health all the same: see ColumnFacts.unaudited. */
  unaudited?: boolean;
  /** The DEFAULT of the database; the entity's own initial value is what the application writes. */
  default?: string | number | boolean | (() => string);
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

/** The column of the keyed fingerprints by which a sealed one is found. */
const tokenColumn = (target: object, name: string): void =>
  Column({ type: 'text', array: true, nullable: true, name: `${name}_tokens`, select: false })(
    target,
    `${name}_tokens`,
  );

/**
 * A text that lies encrypted in the database (AES-256-GCM) and reads as clear text on the entity. It is opened when
 * it is read, so a list that does not show it pays nothing. With `tokens`, the column `<name>_tokens` next to it
 * (`text[]`) holds keyed fingerprints by which it can be found without the clear text. A `code` is one as `columns.code` is.
 */
const sealed =
  (options: { tokens?: (clear: string) => string[]; code?: boolean } = {}): PropertyDecorator =>
  (target, key) => {
    const name = String(key);
    const { tokens, code = false } = options;
    declare(target, key, 'sealed', { withheld: true, nullable: true, tokens, code });
    Column({ type: 'text', nullable: true })(target, key);
    if (tokens) tokenColumn(target, name);
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
const sealedTogether =
  ({ tokens }: { tokens?: (parts: Readonly<Record<string, unknown>>) => string[] } = {}): PropertyDecorator =>
  (target, key) => {
    sealedValue<Record<string, unknown>>(() => ({}))(target, key);
    const found = tokens && {
      tokens: (clear: string): string[] => tokens(JSON.parse(clear) as Record<string, unknown>),
    };
    declare(target, key, 'sealed', {
      withheld: true,
      nullable: true,
      json: true,
      parts: [],
      formerlyClear: [],
      ...found,
    });
    if (tokens) tokenColumn(target, String(key));
  };

/**
 * A field that lies in the seal of another column. Of a record that was given none it is what `empty` makes.
 * @param formerly the type of the column of the same name in which it lay in clear until it was sealed: what lies there is
 * read until `seal:rotate` has moved it
 */
const sealedWithin =
  <T = null>(
    whole: string,
    empty: () => T = () => null as T,
    { formerly }: { formerly?: 'text' | 'jsonb' } = {},
  ): PropertyDecorator =>
  (target, key) => {
    const { formerlyClear } = sealOf(target, key, whole);
    if (formerly) {
      formerlyClear.push(String(key));
      Column({ type: formerly, nullable: true, select: false })(target, key);
    }
    definePart(target, String(key), whole, empty);
  };

/**
 * A list of objects (jsonb) of which one text each lies in the seal of another column, so that SQL reads and an erasure
 * rewrites the rest. On the entity the objects are whole. A list that still holds the texts is read as it is.
 */
const listSealing =
  (whole: string, key: string, { erased }: Pick<SealedKey, 'erased'>): PropertyDecorator =>
  (target, name) => {
    sealOf(target, name, whole);
    declare(target, name, 'object', { withheld: true, sealedKey: { whole, key, erased } });
    Column({ type: 'jsonb' })(target, name);
    defineItems(target, String(name), whole, key);
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

/** The same of a number that its record gets later, by `Repository.drawNumber`: null until then. */
const numberedLater =
  (series: NumberSeries): PropertyDecorator =>
  (target, key) => {
    declare(target, key, 'text', { nullable: true, code: true, series });
    Column({ type: 'text', nullable: true })(target, key);
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
   * kept as it is, also where its digits look like a card's.
   */
  code: column('text', 'text', {}, true),
  choice,
  uuid: column('uuid', 'uuid'),
  /** A 32-bit whole number. */
  count: column('count', 'integer'),
  /** A number of bytes, which may be more than 32 bits hold. */
  size: column('count', 'bigint'),
  /** A 32-bit number drawn from one platform-wide sequence. */
  serial: column('count', 'integer', { generated: 'increment' }),
  /** An amount in ringgit, exact to the sen, a number here; see `money` for its arithmetic. */
  money: column('money', 'numeric', { precision: 14, scale: 2 }),
  /** A rate in percent (6 means 6 %), with up to four decimals. */
  rate: column('rate', 'numeric', { precision: 7, scale: 4 }),
  /** Ringgit for one unit of a currency, with up to six decimals. */
  exchangeRate: column('rate', 'numeric', { precision: 12, scale: 6 }),
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
  listSealing,
  derived,
  numbered,
  numberedLater,
};
