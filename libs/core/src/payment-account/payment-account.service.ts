import { Injectable } from '@nestjs/common';
import { DomainError, conflict, invalid, isUuid, type Context } from '@usaha/shared';
import { CallbackAddresses } from '../payment/callback-addresses.js';
import { SANDBOX_ACCOUNT, type GatewayAccount, type GatewayName } from '../payment/gateway-account.js';
import { AccountRefused } from '../payment/gateway.js';
import { payMethods, type Abilities } from '../payment/outcome.js';
import { PaymentGateways } from '../payment/payment-gateways.js';
import { SandboxGateway } from '../payment/sandbox-gateway.js';
import { AddressGuard } from '../webhook/address-guard.js';
import { PaymentAccount, type PaymentAccountTold } from './payment-account.entity.js';
import { messages } from './payment-account.messages.js';
import { PaymentAccountRepository } from './payment-account.repository.js';

/** Whether the service moves real money: then neither the sandbox nor a test account takes any. */
export class PaymentRules {
  /** @param email of the platform: a gateway is told it of a payer without one */
  constructor(
    readonly isProduction: boolean,
    readonly email: string | null,
  ) {}
}

/** What administrators see of the account of a business. */
export interface ShownAccount {
  /** null: the default, the sandbox outside production and none in it. */
  record: PaymentAccount | null;
  account: GatewayAccount | null;
  methods: Abilities['methods'];
  callback_url: string | null;
  /** Signs the sandbox's callbacks; null of every other account. */
  signing_secret: string | null;
}

/** Methods of the platform's account at a real gateway, which refuses those that the account does not have. */
const PLATFORM_METHODS: Abilities['methods'] = payMethods.map((method) => ({
  method,
  min: 1,
  max: method === 'fpx' ? 30_000 : 50_000,
}));

/** The account of the context's tenant at a payment gateway. */
@Injectable()
export class PaymentAccountService {
  constructor(
    private readonly accounts: PaymentAccountRepository,
    private readonly gateways: PaymentGateways,
    private readonly sandbox: SandboxGateway,
    private readonly callbacks: CallbackAddresses,
    private readonly guard: AddressGuard,
    private readonly rules: PaymentRules,
  ) {}

  /** The account to which payers of the tenant pay; null: there is none, and nothing can be paid. */
  async current(ctx: Context): Promise<GatewayAccount | null> {
    const record = await this.accounts.current(ctx);
    return record?.account ?? this.usual;
  }

  /** With what it can be paid; empty where there is none. */
  async methods(ctx: Context): Promise<Abilities['methods']> {
    return (await this.shown(ctx)).methods;
  }

  /** The account with which an attempt was begun. @param id null: the sandbox that a tenant has by default @throws not_found */
  async ofAttempt(ctx: Context, id: string | null): Promise<GatewayAccount> {
    if (id === null) return SANDBOX_ACCOUNT;
    const record = await this.accounts.findWithDeleted(ctx, id);
    if (record === null) throw new Error('The payment account of an attempt is not there');
    return record.account;
  }

  /** How the account with which an attempt was begun gives money back. @param id as in `ofAttempt` */
  async refundsOf(ctx: Context, id: string | null): Promise<Abilities['refunds']> {
    if (id === null) return (await this.sandbox.abilities()).refunds;
    return (await this.accounts.findWithDeleted(ctx, id))?.refunds ?? 'none';
  }

  /** The same of an attempt that may be the platform's. */
  async accountOf(
    ctx: Context,
    { is_platform, gateway, account_id }: { is_platform: boolean; gateway: GatewayName; account_id: string | null },
  ): Promise<GatewayAccount> {
    return is_platform ? this.gateways.platformAt(gateway) : this.ofAttempt(ctx, account_id);
  }

  /** The platform's account and with what it is paid, in production none without real money. */
  async platform(): Promise<Pick<ShownAccount, 'account' | 'methods'>> {
    const { platform: account } = this.gateways;
    if (this.rules.isProduction && account.mode !== 'live') return { account: null, methods: [] };
    const methods = account.gateway === 'sandbox' ? (await this.sandbox.abilities()).methods : PLATFORM_METHODS;
    return { account, methods };
  }

  async shown(ctx: Context): Promise<ShownAccount> {
    return this.show(ctx, await this.accounts.current(ctx));
  }

  /**
   * Tries an account and makes it the tenant's. The gateway is asked with no transaction open; nothing is stored unless it accepts it.
   * @throws invalid naming gateway, brand_id, secret_key or api_url; unavailable where the gateway is silent; conflict with another change
   */
  async set(ctx: Context, told: PaymentAccountTold): Promise<ShownAccount> {
    await this.check(told);
    const record = PaymentAccount.of(told).giveId(ctx.now);
    await ctx.db.commitAndContinue();
    record.verify(await this.tried(record.account), ctx.now);
    if (this.rules.isProduction && record.mode !== 'live') throw invalid('gateway', messages.notInProduction());
    const former = await this.accounts.lockCurrent(ctx);
    if (former) this.accounts.remove(ctx, former);
    this.accounts.insert(ctx, record, 'create', () => conflict('gateway', messages.changedMeanwhile()));
    return this.show(ctx, record);
  }

  /** The tenant has the default again: the sandbox, in production none. */
  async remove(ctx: Context): Promise<ShownAccount> {
    const former = await this.accounts.lockCurrent(ctx);
    if (former) this.accounts.remove(ctx, former);
    return this.show(ctx, null);
  }

  private get usual(): GatewayAccount | null {
    return this.rules.isProduction ? null : SANDBOX_ACCOUNT;
  }

  private async show({ tenant_id }: Context, record: PaymentAccount | null): Promise<ShownAccount> {
    const account = record?.account ?? this.usual;
    if (account === null) return { record, account, methods: [], callback_url: null, signing_secret: null };
    const isSandbox = account.gateway === 'sandbox';
    return {
      record,
      account,
      methods: record?.methods ?? (await this.sandbox.abilities()).methods,
      callback_url: this.callbacks.urlOf(tenant_id, account.gateway),
      signing_secret: isSandbox ? this.sandbox.keys.secretOf(tenant_id) : null,
    };
  }

  private async check({ gateway, brand_id, secret_key, api_url }: PaymentAccountTold): Promise<void> {
    const { isProduction } = this.rules;
    if (gateway === 'sandbox') {
      if (isProduction) throw invalid('gateway', messages.notInProduction());
      for (const [field, value] of Object.entries({ brand_id, secret_key, api_url }))
        if (value !== undefined && value !== null) throw invalid(field, messages.sandboxNeedsNone({ field }));
      return;
    }
    for (const [field, value] of Object.entries({ brand_id, secret_key }))
      if (!value) throw invalid(field, messages.needed({ field }));
    if (!isUuid(brand_id ?? '')) throw invalid('brand_id', messages.brandIsId());
    if (!this.gateways.has(gateway)) throw invalid('gateway', messages.gatewayUnknown());
    if (api_url === undefined || api_url === null) return;
    if (isProduction) throw invalid('api_url', messages.apiUrlInProduction());
    await this.guard.requireAllowed(api_url).catch((error: unknown) => {
      throw error instanceof DomainError ? invalid('api_url', messages.apiUrlRefused()) : error;
    });
  }

  private async tried(account: GatewayAccount): Promise<Abilities> {
    try {
      return await this.gateways.of(account).abilities(account);
    } catch (error) {
      if (error instanceof AccountRefused) throw invalid(error.field, messages.keyRefused({ field: error.field }));
      throw new DomainError('unavailable', messages.silent(), { code: 'GATEWAY_SILENT', retry_after: 1, cause: error });
    }
  }
}
