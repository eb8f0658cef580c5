import type { Context } from '@usaha/shared';
import { stateNamed, type StateCode } from '@usaha/shared/malaysia';
import type { TenantRepository } from '../tenant/tenant.repository.js';

/** The state that a business has in its address; null where it has none that is known. */
export async function stateOf(ctx: Context, tenants: TenantRepository): Promise<StateCode | null> {
  const tenant = await tenants.find(ctx, ctx.tenant_id);
  return stateNamed(tenant?.address?.state, tenant?.address?.postal_code);
}
