import { Injectable } from '@nestjs/common';
import { TenantService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import type { Sale } from './sale.entity.js';

/** Sales that are looked at before each sale, the newest: of most shops that charge tax, one of them is taxed. */
const NEWEST = 20;

/** Whether businesses that charge SST are registered for it. */
@Injectable()
export class TaxRegistration {
  constructor(private readonly tenants: TenantService) {}

  /** Whether one of the newest sales is taxed. */
  async hasChargedLately(ctx: Context): Promise<boolean> {
    const rows = await ctx.db.read(
      `select r.tax_amount from retail.sales r where r.tenant_id = $1 order by r.created_at desc limit ${NEWEST}`,
      [ctx.tenant_id],
    );
    return rows.some(([tax_amount]) => (tax_amount as number) > 0);
  }

  /** Whether a sale is the first one with tax, of a business without an SST registration number. */
  async isFirstUnregistered(ctx: Context, { id, tax_amount }: Pick<Sale, 'id' | 'tax_amount'>): Promise<boolean> {
    if (tax_amount === 0) return false;
    const [{ is_sst_registered }, earlier] = await Promise.all([
      this.tenants.get(ctx, ctx.tenant_id),
      ctx.db.read(
        'select 1 from retail.sales r where r.tenant_id = $1 and r.tax_amount > 0 and r.id <> $2 order by r.created_at desc limit 1',
        [ctx.tenant_id, id],
      ),
    ]);
    return !is_sst_registered && earlier.length === 0;
  }
}
