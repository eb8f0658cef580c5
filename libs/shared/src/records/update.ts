import type { ColumnFacts } from '../schema/column.js';
import type { Context } from '../transaction/context.js';
import type { Keyring } from '../sealing/sealed.js';
import type { Table } from '../schema/table.js';
import type { StoredRecord } from '../schema/tenant-record.js';

/** How many columns the bits of one number tell changed or not: as many as are exact in it. */
const BITS = 52;

/** The place behind tenant, id, the version that was read, the next one, and the instant. */
const FIRST_VALUE = 6;

/** How many choices of columns have a separate statement: what the code changes by itself, and what most clients do. */
const OWN_TEXTS = 8;

/** A column with its places among the values. */
interface Written {
  mask: number;
  bit: number;
  place: number;
}

interface Statement {
  text: string;
  values: unknown[];
}

/**
 * The UPDATE of one record of a table, in few texts, since every connection keeps each that it has had. The first choices
 * of changed columns have one each; all further ones share one that names every column and leaves those alone that
 * were not changed: nothing is sealed again, no large value is stored again, and no index hears of it. It costs PostgreSQL a
 * quarter more, since all that is worked out from columns is worked out again; one planned each time costs twice as much.
 */
export class RecordUpdate<T extends object> {
  private readonly written = new Map<ColumnFacts, Written>();
  private readonly masks: number;
  private readonly places: number;
  private readonly shared: string;
  private readonly own = new Map<string, string>();

  /** @param scope the column that names the tenant @param kept names of what moves by itself, or never does */
  constructor(
    private readonly table: Table<T>,
    private readonly scope: string,
    kept: ReadonlySet<string>,
  ) {
    const columns = table.columns.filter(({ name, generated }) => !generated && !kept.has(name));
    this.masks = Math.ceil(columns.length / BITS);
    let place = this.masks;
    const sets = columns.flatMap((column, i) => {
      const [mask, bit] = [Math.floor(i / BITS), 2 ** (i % BITS)];
      this.written.set(column, { mask, bit, place });
      const isChanged = `($${FIRST_VALUE + mask}::bigint & ${bit}) <> 0`;
      const set = (name: string, value: string): string =>
        `${name} = case when ${isChanged} then ${value} else r.${name} end`;
      return [
        ...namesOf(column).map((name) => set(name, `$${FIRST_VALUE + place++}`)),
        ...(column.formerlyClear ?? []).map((name) => set(name, 'null')),
      ];
    });
    this.places = place;
    this.shared = this.text(sets);
  }

  /** @param read the version that was read @throws where a column is among the changed that is never written */
  of(ctx: Context, record: T & StoredRecord, read: number, changed: readonly ColumnFacts[]): Statement {
    for (const column of changed)
      if (!this.written.has(column))
        throw new Error(`${this.table.path}.${column.name} is given once and never changed`);
    const { keyring } = ctx.db;
    const named = [ctx.tenant_id, record.id, read, record.version, record.updated_at];
    const own = this.ownText(changed);
    return own
      ? { text: own, values: [...named, ...this.table.row(record, changed, keyring).values] }
      : { text: this.shared, values: [...named, ...this.sparse(record, changed, keyring)] };
  }

  private ownText(changed: readonly ColumnFacts[]): string | undefined {
    // As `Table.row` writes them: the tokens behind all columns.
    const names = this.table.namesOf(changed);
    const key = names.join();
    const known = this.own.get(key);
    if (known !== undefined || this.own.size >= OWN_TEXTS) return known;
    const emptied = changed.flatMap(({ formerlyClear = [] }) => formerlyClear);
    const text = this.text([
      ...names.map((name, i) => `${name} = $${FIRST_VALUE + i}`),
      ...emptied.map((name) => `${name} = null`),
    ]);
    this.own.set(key, text);
    return text;
  }

  /** Which columns were changed, and their values among nothing. */
  private sparse(record: T, changed: readonly ColumnFacts[], keyring: Keyring): unknown[] {
    const values = new Array<unknown>(this.places).fill(null).fill(0, 0, this.masks);
    for (const column of changed) {
      const { mask, bit, place } = this.written.get(column) as Written;
      values[mask] = (values[mask] as number) + bit;
      this.table.row(record, [column], keyring).values.forEach((value, i) => (values[place + i] = value));
    }
    return values;
  }

  private text(sets: readonly string[]): string {
    const assignments = ['version = $4', 'updated_at = $5', ...sets].join(', ');
    return `update ${this.table.path} r set ${assignments} where r.${this.scope} = $1 and r.id = $2 and r.version = $3`;
  }
}

const tokensOf = ({ name }: ColumnFacts): string => `${name}_tokens`;
const namesOf = (column: ColumnFacts): string[] => (column.tokens ? [column.name, tokensOf(column)] : [column.name]);
