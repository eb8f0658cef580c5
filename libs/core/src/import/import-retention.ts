import type { Context } from '@usaha/shared';
import { lookBy } from '../tenant/due-tenants.js';

const DAY_MS = 86_400_000;
/** How long rows that failed are kept. */
const KEPT_MS = 30 * DAY_MS;

const keptFrom = (now: Date): Date => new Date(now.getTime() - KEPT_MS);

/** Looks for tenants that `forgetImportRows` has something to delete of. */
export const tenantsWithOldImportRows = lookBy('core.tenants_with_old_import_rows', (now) => [keptFrom(now)]);

/** Deletes rows of imports that failed more than 30 days ago, of the context's tenant. */
export function forgetImportRows(ctx: Context): Promise<void> {
  ctx.db.enqueue('delete from core.import_rows r where r.tenant_id = $1 and r.created_at < $2', [
    ctx.tenant_id,
    keptFrom(ctx.now),
  ]);
  return Promise.resolve();
}
