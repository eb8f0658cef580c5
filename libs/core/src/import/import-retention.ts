import type { Context } from '@usaha/shared';

const DAY_MS = 86_400_000;
/** How long rows that failed are kept. */
const KEPT_MS = 30 * DAY_MS;

/** Deletes rows of imports that failed more than 30 days ago, of the context's tenant. */
export function forgetImportRows(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - KEPT_MS);
  ctx.db.enqueue('delete from core.import_rows r where r.tenant_id = $1 and r.created_at < $2', [
    ctx.tenant_id,
    before,
  ]);
  return Promise.resolve();
}
