import { NO_TENANT, type Context, type Database } from '@usaha/shared';
import type { TenantRepository } from '../tenant/tenant.repository.js';
import type { SubscriptionService } from './subscription.service.js';

interface Needed {
  settings: { database: Database };
  tenantRepository: TenantRepository;
  subscriptions: SubscriptionService;
}

/**
 * Writes down, tenant by tenant, which terms have ended, so that the tenant's plan follows. It may run on any number of
 * instances at once. @returns how many
 */
export async function expireTerms(core: Needed, now: Date): Promise<number> {
  const { database } = core.settings;
  const work = <T>(tenant_id: string, act: (ctx: Context) => Promise<T>) =>
    database.work({ tenant_id, actor: null, now }, act);
  let expired = 0;
  for (const tenant_id of await work(NO_TENANT, (ctx) => core.tenantRepository.ids(ctx)))
    expired += await work(tenant_id, (ctx) => core.subscriptions.expireDue(ctx));
  return expired;
}
