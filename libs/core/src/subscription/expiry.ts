import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, type Context } from '@usaha/shared';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { SubscriptionService } from './subscription.service.js';

/** Ends the terms of subscriptions whose time has come. */
@Injectable()
export class TermExpiry {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
    private readonly subscriptions: SubscriptionService,
  ) {}

  /**
   * Writes down, tenant by tenant, which terms have ended, so that the tenant's plan follows. It may run on any number of
   * instances at once. @returns how many
   */
  async run(now: Date): Promise<number> {
    const work = <T>(tenant_id: string, act: (ctx: Context) => Promise<T>) =>
      this.database.work({ tenant_id, actor: null, now }, act);
    let expired = 0;
    for (const tenant_id of await work(NO_TENANT, (ctx) => this.tenants.ids(ctx)))
      expired += await work(tenant_id, (ctx) => this.subscriptions.expireDue(ctx));
    return expired;
  }
}
