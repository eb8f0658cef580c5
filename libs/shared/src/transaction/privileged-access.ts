import type { Context } from './context.js';

/**
 * The one door to work across tenants: sign-in without a tenant, the operator's list of tenants, jobs that look for
 * tenants with work. It opens the platform policies of tenants, users, sessions, login attempts and the outbox for
 * the time of `work`, and no industry's table. Every caller is listed by a test.
 */
export const runAcrossTenants = <T>(ctx: Context, work: () => Promise<T>): Promise<T> => ctx.db.withPlatform(work);

/**
 * Does part of a transaction as another tenant, after the caller has made sure that the actor may: creating a tenant,
 * or changing one that the actor created or operates.
 */
export const inTenant = <T>(ctx: Context, tenant_id: string, work: (ctx: Context) => Promise<T>): Promise<T> =>
  tenant_id === ctx.tenant_id ? work(ctx) : ctx.db.withTenant(tenant_id, () => work({ ...ctx, tenant_id }));
