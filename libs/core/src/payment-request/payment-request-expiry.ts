import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, eachTenant, type Context, type EachTenantOptions } from '@usaha/shared';
import { TenantsWithWork, type LookForWork } from '../tenant/tenants-with-work.js';
import { PaymentRequestRepository } from './payment-request.repository.js';
import { PaymentRequestService } from './payment-request.service.js';

/** Ends payment requests whose time is over, tenant by tenant. It may run on any number of instances at once. */
@Injectable()
export class PaymentRequestExpiry {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantsWithWork,
    private readonly requests: PaymentRequestRepository,
    private readonly service: PaymentRequestService,
  ) {}

  /** @returns how many were ended */
  async run(now: () => Date, options: EachTenantOptions): Promise<number> {
    let expired = 0;
    const due: LookForWork = (ctx, there) => this.requests.tenantsWithDue(ctx, there);
    const tenantsPerNode = await this.tenants.find(now(), due, (error) => options.failed(error, NO_TENANT));
    const expire = async (tenant_id: string): Promise<void> => {
      expired += await this.database.job({ tenant_id, actor: null, now: now() }, (ctx: Context) =>
        this.service.expireDue(ctx),
      );
    };
    await Promise.all(tenantsPerNode.map((some) => eachTenant(some, expire, options)));
    return expired;
  }
}
