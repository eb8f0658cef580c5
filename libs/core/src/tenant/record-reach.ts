import { Injectable } from '@nestjs/common';
import { DomainError, inTenant, type Context } from '@usaha/shared';
import { TenantRepository } from './tenant.repository.js';

/** Finds the tenant of a record. @param among the tenants that are looked at; null: all */
export type TenantOf = (among: readonly string[] | null) => Promise<string | null>;

/** Where subscriptions and payments are that an actor may reach. */
@Injectable()
export class RecordReach {
  constructor(private readonly tenants: TenantRepository) {}

  /**
   * Works on a record of the actor's own tenant, of one that the actor created and administers, or for the operator's administrator
   * of any. The own tenant is tried first: nothing else is asked where it has the record.
   * @throws not_found
   */
  async at<T>(ctx: Context, tenantOf: TenantOf, work: (there: Context) => Promise<T>): Promise<T> {
    if (ctx.actor?.is_operator) return inTenant(ctx, (await tenantOf(null)) ?? ctx.tenant_id, work);
    try {
      return await work(ctx);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'not_found') throw error;
      const place = await this.beyond(ctx, tenantOf);
      if (place === null) throw error;
      return inTenant(ctx, place, work);
    }
  }

  /** The tenant of a record that is not the own tenant's; null where the actor may not reach it. */
  async beyond(ctx: Context, tenantOf: TenantOf): Promise<string | null> {
    const { actor } = ctx;
    if (actor?.is_operator) return tenantOf(null);
    if (actor?.role !== 'admin') return null;
    const created = await this.tenants.created(ctx);
    return created.length === 0 ? null : tenantOf(created);
  }

  /** A tenant that a body or query names: the actor's own unless told; null for one that the actor may not reach. */
  async named(ctx: Context, tenant_id?: string | null): Promise<string | null> {
    if (tenant_id === undefined || tenant_id === null || tenant_id.toLowerCase() === ctx.tenant_id)
      return ctx.tenant_id;
    return (await this.tenants.findBeyond(ctx, tenant_id))?.id ?? null;
  }
}
