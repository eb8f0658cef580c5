import { Injectable } from '@nestjs/common';
import { Database, runAcrossTenants, violates, type Context, type ShardScope, type Table } from '@usaha/shared';
import { DataImport, type ImportStatus, type ImportTotals } from './data-import.entity.js';

/** An instance that has not said for so long that it works on an import has ended: another one goes on. */
export const IMPORT_LEASE_MS = 60_000;
/** So often an import is begun that gets no further; then it has failed. */
export const MOST_IMPORT_ATTEMPTS = 5;
/** How many tenants one search finds. */
const MOST_TENANTS = 100;

const WORKED_ON = `r.status in ('queued', 'checking', 'running') and r.deleted_at is null`;
/** More than these are not counted: a larger number tells an operator nothing more. */
const MOST_COUNTED = 10_000;

const waiting = (isTheirs: string): string => `
  select count(*)::integer
    from (select 1 from core.imports r
           where ${WORKED_ON} and (r.leased_until is null or r.leased_until <= $1) and ${isTheirs} limit ${MOST_COUNTED}) w`;

/** A tenant that waits: one whose imports no instance works on. */
const tenantsWithWork = (isTheirs: string): string => `
  select r.tenant_id, min(r.updated_at) as since
    from core.imports r join core.tenants t on t.id = r.tenant_id and t.status = 'active' and t.deleted_at is null
   where ${WORKED_ON} and ${isTheirs}
   group by r.tenant_id having max(r.leased_until) is null or max(r.leased_until) <= $1
   order by since limit ${MOST_TENANTS}`;

/** The one that has a holder goes before all others: a tenant has one at a time (`imports_held`). */
const NEXT = `r.tenant_id = $1 and ${WORKED_ON} order by r.holder is null, r.id limit 1 for no key update`;
const TAKE = `
  update core.imports r set holder = $3, leased_until = $4, attempts = r.attempts + 1 where r.tenant_id = $1 and r.id = $2`;
const HELD_IMPORT = `r.tenant_id = $1 and r.id = $2 and r.holder = $3 and ${WORKED_ON} for no key update`;
const RELEASE = `
  update core.imports r set leased_until = null, attempts = greatest(r.attempts - 1, 0)
   where r.tenant_id = $1 and r.id = $2 and r.holder = $3`;
const RENEW = `
  update core.imports r set leased_until = $4 where r.tenant_id = $1 and r.id = $2 and r.holder = $3`;
const ADVANCE = `
  update core.imports r
     set status = $6, reason = $7, unknown_columns = $8, started_at = $9, finished_at = $10, position = $11, "rows" = $12,
         created = $13, updated = $14, unchanged = $15, failed = $16, holder = $17, leased_until = $18, updated_at = $19,
         attempts = $20
   where r.tenant_id = $1 and r.id = $2 and r.holder = $3 and r.status = $4 and r.position = $5`;

/** The import was cancelled, or another instance has taken it over: nothing of the transaction is kept. */
export class LostImport extends Error {
  constructor() {
    super('The import is worked on by another instance, or was cancelled');
  }
}

/** A tenant whose imports wait, and since when the one has that waits longest. */
export interface WaitingTenant {
  tenant_id: string;
  since: Date;
}

/** How far an import has come. */
export interface ImportState extends ImportTotals {
  status: ImportStatus;
  reason: string | null;
  unknown_columns: readonly string[];
  started_at: Date | null;
  finished_at: Date | null;
  position: number;
}

/** How many imports no instance works on that should be, on some machines; at most 10,000. */
export async function importsWaiting(ctx: Context, there: ShardScope): Promise<number> {
  const values: unknown[] = [ctx.now];
  const isTheirs = there.where('r.tenant_id', values);
  const [row] = await runAcrossTenants(ctx, () => ctx.db.read(waiting(isTheirs), values));
  return row?.[0] as number;
}

/** Imports that wait for a job: one of a tenant at a time, the oldest first, each by one instance. */
@Injectable()
export class ImportClaims {
  private readonly table: Table<DataImport>;

  constructor(database: Database) {
    this.table = database.table(DataImport);
  }

  /** Tenants on some machines with imports that no instance works on, the one that has waited longest first. */
  async tenantsWithWork(ctx: Context, there: ShardScope): Promise<WaitingTenant[]> {
    const values: unknown[] = [ctx.now];
    const isTheirs = there.where('r.tenant_id', values);
    const rows = await runAcrossTenants(ctx, () => ctx.db.read(tenantsWithWork(isTheirs), values));
    return rows.map(([tenant_id, since]) => ({ tenant_id: tenant_id as string, since: since as Date }));
  }

  /**
   * Takes an import of the context's tenant: the one that an instance has left, else the oldest.
   * @returns null where another instance works on one
   */
  async take(ctx: Context, holder: string): Promise<DataImport | null> {
    const [row] = await ctx.db.lock(`select ${this.table.selected} from core.imports r where ${NEXT}`, [ctx.tenant_id]);
    if (!row) return null;
    const found = this.table.hydrate(row, ctx.db.keyring);
    if (found.leased_until && found.leased_until > ctx.now) return null;
    try {
      await ctx.db.write(TAKE, [ctx.tenant_id, found.id, holder, leaseFrom(ctx.now)]);
    } catch (error) {
      throw violates(error, 'imports_held') ? new LostImport() : error;
    }
    return found;
  }

  /**
   * Lets an import wait that could not go on, after each attempt for longer.
   * @returns the import where this was the last attempt: it has failed; otherwise null @throws LostImport
   */
  async postpone(ctx: Context, id: string, holder: string): Promise<DataImport | null> {
    const [row] = await ctx.db.lock(`select ${this.table.selected} from core.imports r where ${HELD_IMPORT}`, [
      ctx.tenant_id,
      id,
      holder,
    ]);
    if (!row) throw new LostImport();
    const found = this.table.hydrate(row, ctx.db.keyring);
    if (found.attempts >= MOST_IMPORT_ATTEMPTS) return found;
    const until = new Date(ctx.now.getTime() + IMPORT_LEASE_MS * 2 ** Math.max(found.attempts - 1, 0));
    ctx.db.enqueue(RENEW, [ctx.tenant_id, id, holder, until]);
    return null;
  }

  /** Leaves an import to the next instance that asks; the attempt does not count. */
  release(ctx: Context, id: string, holder: string): void {
    ctx.db.enqueue(RELEASE, [ctx.tenant_id, id, holder]);
  }

  /** Says that the holder goes on. */
  renew(ctx: Context, id: string, holder: string): void {
    ctx.db.enqueue(RENEW, [ctx.tenant_id, id, holder, leaseFrom(ctx.now)]);
  }

  /**
   * Enqueues how far an import has come, with what was written on the way: both are kept or neither, and each row counts once.
   * @param from what the holder has said before @throws LostImport by COMMIT at the latest
   */
  advance(
    ctx: Context,
    { id, holder }: { id: string; holder: string },
    from: Pick<ImportState, 'status' | 'position'>,
    to: ImportState,
  ): void {
    const isOver = to.finished_at !== null || to.status === 'checked';
    ctx.db.updateExpecting(
      1,
      ADVANCE,
      [
        ctx.tenant_id,
        id,
        holder,
        from.status,
        from.position,
        to.status,
        to.reason,
        to.unknown_columns,
        to.started_at,
        to.finished_at,
        to.position,
        to.rows,
        to.created,
        to.updated,
        to.unchanged,
        to.failed,
        isOver ? null : holder,
        isOver ? null : leaseFrom(ctx.now),
        ctx.now,
        isOver ? 0 : 1,
      ],
      () => new LostImport(),
    );
  }
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + IMPORT_LEASE_MS);
