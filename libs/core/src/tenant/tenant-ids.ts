import { runAcrossTenants, type Context, type Row } from '@usaha/shared';

/** Those of some tenants that are not deleted, by id: for jobs, which then work tenant by tenant. */
export async function notDeleted(ctx: Context, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const select = 'select r.id from core.tenants r where r.id = any($1::uuid[]) and r.deleted_at is null order by r.id';
  return idsOf(await runAcrossTenants(ctx, () => ctx.db.read(select, [ids])));
}

/** The oldest tenants, deleted ones too. */
export async function oldestTenants(ctx: Context, most: number): Promise<string[]> {
  const select = 'select r.id from core.tenants r order by r.id limit $1';
  return idsOf(await runAcrossTenants(ctx, () => ctx.db.read(select, [most])));
}

const idsOf = (rows: readonly Row[]): string[] => rows.map(([id]) => id as string);
