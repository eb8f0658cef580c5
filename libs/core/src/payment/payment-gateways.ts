import type { Card } from './card.js';
import { SANDBOX_ACCOUNT, type GatewayAccount, type GatewayName } from './gateway-account.js';
import { GatewayCalls, ownerOfCalls } from './gateway-calls.js';
import { PaymentGateway, type Attempt, type ChargeRequest, type RefundRequest } from './gateway.js';
import type { CallbackHeaders } from './outcome.js';

/** The payee of subscriptions and stated payments, as payers know it. */
export const PLATFORM_NAME = 'Usaha';

export const gatewayCalls = [
  'tokenise',
  'charge',
  'find',
  'abandon',
  'refund',
  'find_refund',
  'abandon_refund',
  'callback',
  'abilities',
] as const;
export type GatewayCall = (typeof gatewayCalls)[number];

/** The gateways that this service can speak to, and the platform's own account. */
export class PaymentGateways {
  /** Told of each call of a gateway that opens sockets, once it has ended: for metrics. */
  measured: (gateway: GatewayName, call: GatewayCall, seconds: number) => void = () => undefined;
  private readonly bounded: ReadonlyMap<GatewayName, PaymentGateway>;

  /**
   * @param gateways `sandbox` is the built-in one, which opens no sockets; calls of all others are bounded
   * @param platform payee of stated payments and of subscriptions
   */
  constructor(
    gateways: Readonly<Partial<Record<GatewayName, PaymentGateway>>>,
    readonly platform: GatewayAccount,
    calls = new GatewayCalls(),
  ) {
    this.bounded = new Map(
      (Object.entries(gateways) as [GatewayName, PaymentGateway][]).map(([name, gateway]) => [
        name,
        name === 'sandbox'
          ? gateway
          : new BoundedGateway(gateway, calls, (call, seconds) => this.measured(name, call, seconds)),
      ]),
    );
  }

  /** The gateway of an account. */
  of({ gateway }: Pick<GatewayAccount, 'gateway'>): PaymentGateway {
    const found = this.bounded.get(gateway);
    if (!found) throw new Error(`There is no gateway ${gateway} here`);
    return found;
  }

  /** The platform's account at a gateway: a payment keeps the one that it was begun with. @throws where it has none there any more */
  platformAt(gateway: GatewayName): GatewayAccount {
    if (gateway === this.platform.gateway) return this.platform;
    if (gateway === 'sandbox') return SANDBOX_ACCOUNT;
    throw new Error(`The platform has no account at ${gateway} any more: PAYMENT_GATEWAY`);
  }

  has(name: GatewayName): boolean {
    return this.bounded.has(name);
  }
}

/** A gateway whose calls have an end and a bound, and are measured. */
class BoundedGateway extends PaymentGateway {
  constructor(
    private readonly gateway: PaymentGateway,
    private readonly calls: GatewayCalls,
    private readonly measured: (call: GatewayCall, seconds: number) => void,
  ) {
    super();
  }

  tokenise(card: Card) {
    return this.run('tokenise', 'cards', () => this.gateway.tokenise(card));
  }

  charge(request: ChargeRequest) {
    return this.run('charge', ownerOfCalls(request.account), (signal) => this.gateway.charge(request, signal));
  }

  find(attempt: Attempt) {
    return this.run('find', ownerOfCalls(attempt.account), (signal) => this.gateway.find(attempt, signal));
  }

  abandon(attempt: Attempt) {
    return this.run('abandon', ownerOfCalls(attempt.account), (signal) => this.gateway.abandon(attempt, signal));
  }

  refund(request: RefundRequest) {
    return this.run('refund', ownerOfCalls(request.account), (signal) => this.gateway.refund(request, signal));
  }

  findRefund(request: RefundRequest) {
    return this.run('find_refund', ownerOfCalls(request.account), (signal) => this.gateway.findRefund(request, signal));
  }

  abandonRefund(request: RefundRequest) {
    return this.run('abandon_refund', ownerOfCalls(request.account), (signal) =>
      this.gateway.abandonRefund(request, signal),
    );
  }

  callback(tenant_id: string, account: GatewayAccount, headers: CallbackHeaders, body: Buffer, now: Date) {
    return this.run('callback', ownerOfCalls(account), (signal) =>
      this.gateway.callback(tenant_id, account, headers, body, now, signal),
    );
  }

  abilities(account: GatewayAccount) {
    return this.run('abilities', ownerOfCalls(account), (signal) => this.gateway.abilities(account, signal));
  }

  /** The time counts from when there is a socket. */
  private run<T>(name: GatewayCall, owner: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.calls.run(owner, async (signal) => {
      const began = performance.now();
      try {
        return await call(signal);
      } finally {
        this.measured(name, (performance.now() - began) / 1_000);
      }
    });
  }
}
