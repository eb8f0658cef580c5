import { Injectable } from '@nestjs/common';
import { Database } from '@usaha/shared';
import { PaymentAccountRepository } from '../payment-account/payment-account.repository.js';
import { SANDBOX_ACCOUNT, gatewayNames, type GatewayAccount } from './gateway-account.js';
import { PaymentGateways } from './payment-gateways.js';

/** The accounts whose gateway may call back at an address of a tenant. */
@Injectable()
export class CallbackAccounts {
  constructor(
    private readonly database: Database,
    private readonly accounts: PaymentAccountRepository,
    private readonly gateways: PaymentGateways,
  ) {}

  /**
   * The tenant's accounts at the gateway, former ones too: attempts keep theirs. And the platform's: the tenant's subscriptions are paid
   * to it. Empty for a gateway that is none here.
   */
  async of(tenant_id: string, name: string, now: Date): Promise<GatewayAccount[]> {
    const gateway = gatewayNames.find((known) => known === name);
    if (gateway === undefined || !this.gateways.has(gateway)) return [];
    if (gateway === 'sandbox') return [SANDBOX_ACCOUNT];
    const { platform } = this.gateways;
    const records = await this.database.work({ tenant_id, actor: null, now }, (ctx) =>
      this.accounts.ofGateway(ctx, gateway),
    );
    return [...records.map(({ account }) => account), ...(platform.gateway === gateway ? [platform] : [])];
  }
}
