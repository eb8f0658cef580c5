import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, eachTenant, type Context, type EachTenantOptions } from '@usaha/shared';
import { TenantsWithWork, type LookForWork } from '../tenant/tenants-with-work.js';
import { SubscriptionService } from './subscription.service.js';

/** Ends the terms of subscriptions whose time has come. */
@Injectable()
export class TermExpiry {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantsWithWork,
    private readonly subscriptions: SubscriptionService,
  ) {}

  /**
   * Writes down, tenant by tenant, which terms have ended, so that the tenant's plan follows. It may run on any number of
   * instances at once. @returns how many
   */
  async run(now: () => Date, options: EachTenantOptions): Promise<number> {
    const work = <T>(tenant_id: string, act: (ctx: Context) => Promise<T>) =>
      this.database.job({ tenant_id, actor: null, now: now() }, act);
    let expired = 0;
    const expire = async (tenant_id: string): Promise<void> => {
      expired += await work(tenant_id, (ctx) => this.subscriptions.expireDue(ctx));
    };
    const ended: LookForWork = (ctx, there) => this.subscriptions.tenantsWithTermsEnded(ctx, there);
    const tenantsPerNode = await this.tenants.find(now(), ended, (error) => options.failed(error, NO_TENANT));
    await Promise.all(tenantsPerNode.map((some) => eachTenant(some, expire, options)));
    return expired;
  }
}
