import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, eachTenant, malaysianDay, type EachTenantOptions } from '@usaha/shared';
import { lookBy } from '../../tenant/due-tenants.js';
import { TenantsWithWork } from '../../tenant/tenants-with-work.js';
import { lastMonth } from './consolidated-month.js';
import { ConsolidationService, type ConsolidationProgress } from './consolidation.service.js';

/** Tenants that consolidate by themselves on this day of the month, and had begun before it. */
const tenantsToConsolidate = lookBy('einvoice.tenants_to_consolidate', (now) => {
  const today = malaysianDay(now);
  return [Number(today.slice(8)), `${today.slice(0, 7)}-01`];
});

/** Consolidates the month just over, of all tenants. */
@Injectable()
export class ConsolidationRounds {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantsWithWork,
    private readonly consolidations: ConsolidationService,
  ) {}

  /**
   * One round, tenant by tenant, in transactions of 20,000 documents of industries: what a crash leaves open, the next round makes. Any
   * number of instances may run at once. Where nothing is left, a tenant costs some statements.
   */
  async run(now: () => Date, options: EachTenantOptions): Promise<void> {
    const isStopping = options.isStopping ?? (() => false);
    const lanes = await this.tenants.find(now(), tenantsToConsolidate, (error) => options.failed(error, NO_TENANT));
    const consolidate = (tenant_id: string): Promise<void> => this.consolidate(tenant_id, now(), isStopping);
    await Promise.all(lanes.map((some) => eachTenant(some, consolidate, options)));
  }

  private async consolidate(tenant_id: string, now: Date, isStopping: () => boolean): Promise<void> {
    const month = lastMonth(now);
    let progress: ConsolidationProgress = new Map();
    let isMore = true;
    while (isMore && !isStopping()) {
      const step = await this.database.job({ tenant_id, actor: null, now }, (ctx) =>
        this.consolidations.goOn(ctx, month, { progress }),
      );
      progress = step.next;
      isMore = !step.complete;
    }
  }
}
