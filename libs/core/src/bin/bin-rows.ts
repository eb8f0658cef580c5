import { offsetOf, type Context, type PageRequest } from '@usaha/shared';

/** The deleted records of one repository, as it tells of them. */
export interface Binned {
  /** The path of their collection below /api/v1/ with dots: `retail.products`. */
  readonly resource: string;
  /** As `audit_entries.record_type` has it. */
  readonly noun: string;
  readonly path: string;
  /** SQL: `r` is in the tenant, which is $1, and in the bin. */
  readonly condition: string;
  /** What people know records by, by id. */
  labels(ctx: Context, ids: readonly string[]): Promise<Map<string, string>>;
}

/** A row of the bin before anything else is known of its record. */
export interface BinRow {
  resource: string;
  id: string;
  deleted_at: Date;
}

/** One page of what was deleted since an instant, the latest first, and how many there are: one round trip. */
export async function binRows(
  ctx: Context,
  binned: readonly Binned[],
  since: Date,
  request: PageRequest,
): Promise<{ rows: BinRow[]; total: number }> {
  if (binned.length === 0) return { rows: [], total: 0 };
  const values = [ctx.tenant_id, since];
  const from = ({ path, condition }: Binned): string => `from ${path} r where ${condition} and r.deleted_at >= $2`;
  const parts = binned.map((of) => `select '${of.resource}'::text as resource, r.id, r.deleted_at ${from(of)}`);
  const [found, [counted]] = await Promise.all([
    ctx.db.read(
      `select b.resource, b.id, b.deleted_at from (${parts.join(' union all ')}) b
        order by b.deleted_at desc, b.id desc limit $3 offset $4`,
      [...values, request.size, offsetOf(request)],
    ),
    ctx.db.read(`select count(*) from (${parts.join(' union all ')}) b`, values),
  ]);
  const rows = found.map(([resource, id, deleted_at]) => ({ resource, id, deleted_at }) as BinRow);
  return { rows, total: counted?.[0] as number };
}

/** The user or API key that deleted each of some records of one kind, as the audit trail has it. */
export async function deletersOf(
  ctx: Context,
  record_type: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await ctx.db.read(
    `select distinct on (r.record_id) r.record_id, r.actor_id from kernel.audit_entries r
      where r.tenant_id = $1 and r.record_type = $2 and r.record_id = any($3) and r.action = 'delete'
      order by r.record_id, r.id desc`,
    [ctx.tenant_id, record_type, ids],
  );
  return new Map(rows as [string, string | null][]);
}

/** Records that were deleted before then have lost their files, and are not restored; null: none. */
export async function purgedUntil(ctx: Context): Promise<Date | null> {
  const [row] = await ctx.db.read('select r.purged_until from core.file_usage r where r.tenant_id = $1', [
    ctx.tenant_id,
  ]);
  return (row?.[0] ?? null) as Date | null;
}
