import { Entity } from 'typeorm';
import { TenantRecord, columns } from '@usaha/shared';
import { gatewayNames, type GatewayAccount, type GatewayName } from '../payment/gateway-account.js';
import { accountModes, refundAbilities, type Abilities, type AccountMode } from '../payment/outcome.js';

/** What an account is set by. */
export interface PaymentAccountTold {
  gateway: GatewayName;
  brand_id?: string | null;
  secret_key?: string | null;
  api_url?: string | null;
}

const HINT = 4;

/**
 * The account of a business at a payment gateway. Payers pay to it. One is current; those before are deleted, and are kept
 * with their key: attempts and refunds keep the account with which they were begun.
 */
@Entity({ schema: 'core', name: 'payment_accounts' })
export class PaymentAccount extends TenantRecord {
  @columns.choice(gatewayNames) gateway!: GatewayName;
  @columns.choice(accountModes) mode!: AccountMode;
  @columns.uuid({ nullable: true }) brand_id: string | null = null;
  @columns.sealed({ code: true }) sealed_secret_key: string | null = null;
  /** The last characters of the key. */
  @columns.code({ nullable: true }) secret_hint: string | null = null;
  /** Another base of the gateway's addresses than its own: outside production alone. */
  @columns.code({ nullable: true }) api_url: string | null = null;
  /** With what it can be paid, as the gateway said when it was tried. */
  @columns.object() methods: Abilities['methods'] = [];
  @columns.choice(refundAbilities) refunds: Abilities['refunds'] = 'none';
  /** When the gateway accepted it. */
  @columns.instant() verified_at!: Date;

  static of({ gateway, brand_id = null, secret_key = null, api_url = null }: PaymentAccountTold): PaymentAccount {
    const account = new PaymentAccount();
    account.gateway = gateway;
    account.brand_id = brand_id;
    account.sealed_secret_key = secret_key;
    account.secret_hint = secret_key === null ? null : secret_key.slice(-HINT);
    account.api_url = api_url;
    return account;
  }

  /** The gateway has accepted it. */
  verify({ methods, refunds, mode }: Abilities, now: Date): void {
    this.methods = methods;
    this.refunds = refunds;
    this.mode = mode;
    this.verified_at = now;
  }

  /** With what the gateway is spoken to. */
  get account(): GatewayAccount {
    const { gateway, id, mode, brand_id, sealed_secret_key: secret_key, api_url } = this;
    return { gateway, id, mode, brand_id, secret_key, api_url };
  }
}
