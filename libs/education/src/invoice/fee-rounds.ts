import { Injectable } from '@nestjs/common';
import { ModuleService, TenantsWithWork, lookBy } from '@usaha/core';
import { Database, NO_TENANT, eachTenant, malaysianDay, type Context, type EachTenantOptions } from '@usaha/shared';
import { EducationConfigurations } from '../settings.js';
import { LateFees } from './late-fees.service.js';
import { RepeatedInvoices, type DueFee } from './repeated-invoices.service.js';

const tenantsToInvoice = lookBy('education.tenants_to_invoice', (now) => [malaysianDay(now)]);

/** Makes the invoices that no request asks for: of fees that are charged regularly, and of late fees. */
@Injectable()
export class FeeRounds {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantsWithWork,
    private readonly modules: ModuleService,
    private readonly configurations: EducationConfigurations,
    private readonly repeated: RepeatedInvoices,
    private readonly lateFees: LateFees,
  ) {}

  /**
   * One round, tenant by tenant, in transactions of a hundred invoices: what a crash leaves open, the next round makes. Any number of
   * instances may run at once. A fee of which no invoice can be made is reported, and is in the way of no other.
   */
  async run(now: () => Date, options: EachTenantOptions): Promise<void> {
    const work = <T>(tenant_id: string, act: (ctx: Context) => Promise<T>) =>
      this.database.job({ tenant_id, actor: null, now: now() }, act);
    const isStopping = options.isStopping ?? (() => false);
    const round = async (tenant_id: string): Promise<void> => {
      const asked = await work(tenant_id, (ctx) => this.askedFor(ctx));
      for (const fee of asked.fees)
        try {
          await whileMore(isStopping, () => work(tenant_id, (ctx) => this.repeated.invoice(ctx, fee)));
        } catch (error) {
          options.failed(error, tenant_id);
        }
      if (!asked.isLateCharged) return;
      let after: string | null = null;
      await whileMore(isStopping, async () => {
        after = await work(tenant_id, (ctx) => this.lateFees.charge(ctx, after));
        return after !== null;
      });
    };
    const lanes = await this.tenants.findEver(now(), tenantsToInvoice, (error) => options.failed(error, NO_TENANT));
    await Promise.all(lanes.map((some) => eachTenant(some, round, options)));
  }

  /** What a tenant has set; nothing where it does not use the module any more. */
  private async askedFor(ctx: Context): Promise<{ fees: DueFee[]; isLateCharged: boolean }> {
    const { status } = await this.modules.usage(ctx, 'education');
    if (status === 'disabled') return { fees: [], isLateCharged: false };
    const { late_fee } = await this.configurations.of(ctx);
    return { fees: await this.repeated.due(ctx), isLateCharged: late_fee !== null };
  }
}

/** Does a part again as long as it says that there is more. */
async function whileMore(isStopping: () => boolean, part: () => Promise<boolean>): Promise<void> {
  let isMore = true;
  while (isMore && !isStopping()) isMore = await part();
}
