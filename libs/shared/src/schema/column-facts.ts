/** How a column's value travels between PostgreSQL and an entity. */
export type ColumnKind =
  'text' | 'uuid' | 'count' | 'money' | 'rate' | 'flag' | 'instant' | 'day' | 'list' | 'object' | 'sealed';

export interface ColumnFacts {
  name: string;
  kind: ColumnKind;
  /** About a person, or a secret: the audit trail names the field and never its value. */
  withheld: boolean;
  /** Tells of a person's health, though it names no person: the audit trail withholds it, an erasure need not blank it. */
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
  /** For one seal of several fields: those that were columns in clear before, under the same names. `seal:rotate` empties them. */
  formerlyClear?: string[];
  /** For a list of objects: one text of each lies in the seal of another column. */
  sealedKey?: SealedKey;
}

/** Where one text of each object of a list lies. */
export interface SealedKey {
  /** The seal, in which the texts lie under the name of the list. */
  whole: string;
  /** The key of the text in the objects. */
  key: string;
  /** What an erasure writes into the list in place of a text: it stays there in clear. */
  erased: string;
}

/** A series of document numbers without gaps, one per tenant and Malaysian year: `INV-2026-000001`. */
export interface NumberSeries {
  /** Its name among the tenant's series. */
  name: string;
  /** What its numbers begin with. */
  prefix: string;
  /** Another series for some records of the same table: credit notes among payments. */
  insteadFor?(record: object): NumberSeries | null;
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

/** Adds a column to those of the entity that a decorator stands on. */
export function declare(target: object, key: string | symbol, kind: ColumnKind, more: Partial<ColumnFacts>): void {
  const own = facts.get(target) ?? new Map<string, ColumnFacts>();
  facts.set(target, own);
  const usual = { withheld: false, unaudited: false, code: false, nullable: false, generated: false };
  own.set(String(key), { name: String(key), kind, ...usual, ...more });
}

/** Adds a field to the seal of another column. @throws where that is none of several fields */
export function sealOf(
  target: object,
  key: string | symbol,
  whole: string,
): Required<Pick<ColumnFacts, 'parts' | 'formerlyClear'>> {
  const { parts, formerlyClear } = facts.get(target)?.get(whole) ?? {};
  if (!parts || !formerlyClear)
    throw new Error(`${String(key)} lies within ${whole}, which is no seal of several fields`);
  parts.push(String(key));
  return { parts, formerlyClear };
}
