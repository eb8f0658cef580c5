import { Injectable } from '@nestjs/common';
import { SANDBOX_ACCOUNT, type GatewayAccount } from './gateway-account.js';
import { PaymentGateways } from './payment-gateways.js';

/** The accounts whose gateway may call back at an address of a tenant. */
@Injectable()
export class CallbackAccounts {
  constructor(private readonly gateways: PaymentGateways) {}

  /** The platform's too: the tenant's subscriptions are paid to it. Empty for a gateway that is none here. */
  of(_tenant_id: string, gateway: string, _now: Date): Promise<GatewayAccount[]> {
    const { platform } = this.gateways;
    if (gateway === 'sandbox') return Promise.resolve([SANDBOX_ACCOUNT]);
    return Promise.resolve(platform.gateway === gateway ? [platform] : []);
  }
}
