import { AUDIT_COLUMNS, auditEntryOf, type AuditEntry, type Row } from '@usaha/shared';
import { tenantSetting } from '@usaha/shared/operation';
import type pg from 'pg';
import { boundAt, monthOf, type Month } from './months.js';

const PAGE = 1_000;
/** Bytes of changes, as they are stored, beyond which a page ends: a single entry may have many. */
const PAGE_BYTES = 2_000_000;
/** No id of an entry: what a first page has to differ from. */
const NONE = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Both: the primary key finds entries by their ids, and an entry that was given another instant than its id's is kept. */
const EXPIRED = 'r.tenant_id = $1 and r.id < $2 and r.at < $3';
const COUNT = `select count(*)::int from kernel.audit_entries r where ${EXPIRED}`;
const OLDEST = `select r.id from kernel.audit_entries r where ${EXPIRED} order by r.id limit 1`;
const NEXT = `
  select ${AUDIT_COLUMNS} from (
    select r.*, sum(r.size) over (order by r.id) - r.size as size_before from (
      select r.*, pg_column_size(r.changes) as size from kernel.audit_entries r
       where ${EXPIRED} and r.id >= $4 and r.id <> $5 order by r.id limit ${PAGE}) r) r
   where r.size_before < ${PAGE_BYTES} order by r.id`;
/** A tenant's oldest entries are few to the planner, which then sorts a whole month for each page: their index has the order. */
const BY_INDEX = ['set local enable_sort = off', 'set local enable_bitmapscan = off', 'set local enable_seqscan = off'];
const DELETE = `
  delete from kernel.audit_entries r where r.tenant_id = $1 and r.id = any($2::uuid[]) and r.at < $3
  returning ${AUDIT_COLUMNS}`;

/**
 * The entries of one tenant's audit trail that are past their retention. Each statement names the tenant, so that a distributed
 * PostgreSQL asks the tenant's own server, and is bounded: memory does not grow with the trail.
 */
export class ExpiredEntries {
  /** @param cutoff entries from before it are past their retention */
  constructor(
    private readonly client: pg.Client,
    private readonly tenant_id: string,
    readonly cutoff: Date,
  ) {}

  async count(): Promise<number> {
    const [row] = await this.ask(COUNT, this.upTo(boundAt(this.cutoff)));
    return row?.[0] as number;
  }

  /** The oldest month that has some; null where none are left. */
  async firstMonth(): Promise<Month | null> {
    const [row] = await this.ask(OLDEST, this.upTo(boundAt(this.cutoff)));
    return row ? monthOf(row[0] as string) : null;
  }

  /** Those of a month, the oldest first. */
  async *pages({ first, end }: Month): AsyncGenerator<AuditEntry[]> {
    let [from, last] = [first, NONE];
    for (;;) {
      const rows = await this.ask(NEXT, [...this.upTo(end), from, last]);
      const entries = rows.map(auditEntryOf);
      const newest = entries.at(-1);
      if (!newest) return;
      from = last = newest.id;
      yield entries;
    }
  }

  /**
   * Deletes entries by their ids; those that are not there, or not past their retention, are left out.
   * @param check looks at each that is deleted: where it throws, none of them is
   */
  delete(ids: readonly string[], check: (entry: AuditEntry) => void): Promise<number> {
    return this.asTenant(async () => {
      const values = [this.tenant_id, ids, this.cutoff];
      const { rows } = await this.client.query<Row>({ text: DELETE, values, rowMode: 'array' });
      for (const row of rows) check(auditEntryOf(row));
      return rows.length;
    });
  }

  private upTo(end: string): unknown[] {
    return [this.tenant_id, end, this.cutoff];
  }

  private ask(text: string, values: unknown[]): Promise<Row[]> {
    return this.asTenant(async () => (await this.client.query<Row>({ text, values, rowMode: 'array' })).rows);
  }

  private asTenant<T>(work: () => Promise<T>): Promise<T> {
    return inTransaction(this.client, [tenantSetting(this.tenant_id), ...BY_INDEX], work);
  }
}

/** @param settings what row level security compares with, and more that holds until the end: a statement each */
export async function inTransaction<T>(
  client: pg.Client,
  settings: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  await client.query('begin');
  try {
    // A message each: Citus sends the whole message to its workers once for each SET LOCAL in it.
    for (const setting of settings) await client.query(setting);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // Without its connection it is rolled back, too, and why the work failed is what its caller hears.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
