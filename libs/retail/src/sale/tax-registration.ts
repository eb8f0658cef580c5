import { Injectable } from '@nestjs/common';
import { TenantService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import type { Sale } from './sale.entity.js';

/** Sales that are looked at before the first sale on an instance, the newest: of most shops that charge tax, one of them is taxed. */
const NEWEST = 20;
/** Tenants that are remembered; those that were learnt of first make room. */
const MOST_TENANTS = 10_000;

/**
 * Whether businesses that charge SST are registered for it. A tenant that has charged it has for all time, so that this is
 * remembered; of the others every taxed sale asks.
 */
@Injectable()
export class TaxRegistration {
  /** Whether a tenant is known to have charged tax. */
  private readonly charged = new Map<string, boolean>();

  constructor(private readonly tenants: TenantService) {}

  /** Whether a sale of the tenant is known to be taxed; looked for once on an instance. */
  async hasChargedLately(ctx: Context): Promise<boolean> {
    const known = this.charged.get(ctx.tenant_id);
    if (known !== undefined) return known;
    const rows = await ctx.db.read(
      `select r.tax_amount from retail.sales r where r.tenant_id = $1 order by r.sold_at desc limit ${NEWEST}`,
      [ctx.tenant_id],
    );
    return this.learn(
      ctx.tenant_id,
      rows.some(([tax_amount]) => (tax_amount as number) > 0),
    );
  }

  /** Whether a sale is the first one with tax, of a business without an SST registration number. */
  async isFirstUnregistered(ctx: Context, { id, tax_amount }: Pick<Sale, 'id' | 'tax_amount'>): Promise<boolean> {
    if (tax_amount === 0) return false;
    const [{ is_sst_registered }, earlier] = await Promise.all([
      this.tenants.get(ctx, ctx.tenant_id),
      ctx.db.read(
        'select 1 from retail.sales r where r.tenant_id = $1 and r.tax_amount > 0 and r.id <> $2 order by r.sold_at desc limit 1',
        [ctx.tenant_id, id],
      ),
    ]);
    if (earlier.length > 0) this.learn(ctx.tenant_id, true);
    return !is_sst_registered && earlier.length === 0;
  }

  /** Notes what committed sales say. */
  private learn(tenant_id: string, charged: boolean): boolean {
    this.charged.delete(tenant_id);
    for (const oldest of this.charged.keys()) {
      if (this.charged.size < MOST_TENANTS) break;
      this.charged.delete(oldest);
    }
    this.charged.set(tenant_id, charged);
    return charged;
  }
}
