import type { ColumnFacts } from './column.js';
import type { Keyring } from './sealed.js';
import type { Table } from './table.js';

/** A bit of a bigint says whether a column was changed; its sign is left alone. */
const BITS = 62;

/**
 * The UPDATE of one record of a table: one text, whatever was changed, so that as many statements are kept prepared as
 * there are tables. Columns that were not changed are left to themselves, not written over with what was read: nothing is
 * sealed anew, no large value is stored anew, and no index hears of it.
 */
export class RecordUpdate<T extends object> {
  readonly text: string;
  private readonly columns: readonly ColumnFacts[];
  private readonly masks: number;

  /** @param scope the column that names the tenant @param kept names of what moves by itself, or never does */
  constructor(
    private readonly table: Table<T>,
    scope: string,
    kept: ReadonlySet<string>,
  ) {
    this.columns = table.columns.filter(({ name, generated }) => !generated && !kept.has(name));
    this.masks = Math.ceil(this.columns.length / BITS);
    let place = FIRST_MASK + this.masks;
    const sets = this.columns.flatMap(({ name, tokens }, i) => {
      const changed = `($${FIRST_MASK + Math.floor(i / BITS)}::bigint & ${1n << BigInt(i % BITS)}) <> 0`;
      const names = tokens ? [name, `${name}_tokens`] : [name];
      return names.map((one) => `${one} = case when ${changed} then $${place++} else r.${one} end`);
    });
    this.text = `update ${table.path} r set version = $4, updated_at = $5, ${sets.join(', ')} where r.${scope} = $1 and r.id = $2 and r.version = $3`;
  }

  /** The values from the first mask on. @throws where a column is among the changed that is never written */
  values(record: T, changed: readonly ColumnFacts[], keyring: Keyring): unknown[] {
    const masks = Array.from({ length: this.masks }, () => 0n);
    const values = this.columns.flatMap((column, i) => {
      if (!changed.includes(column)) return column.tokens ? [null, null] : [null];
      const mask = Math.floor(i / BITS);
      masks[mask] = (masks[mask] as bigint) | (1n << BigInt(i % BITS));
      return this.table.row(record, [column], keyring).values;
    });
    const missed = changed.find((column) => !this.columns.includes(column));
    if (missed) throw new Error(`${this.table.path}.${missed.name} is given once and never changed`);
    return [...masks.map(String), ...values];
  }
}

/** After tenant, id, the version that was read, the next one, and the instant. */
const FIRST_MASK = 6;
