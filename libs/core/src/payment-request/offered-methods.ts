import { Injectable } from '@nestjs/common';
import { DomainError, invalid, type Context } from '@usaha/shared';
import { DuitNowQrService } from '../duitnow-qr/duitnow-qr.service.js';
import { PaymentAccountService } from '../payment-account/payment-account.service.js';
import type { GatewayAccount } from '../payment/gateway-account.js';
import type { Abilities, PayMethod } from '../payment/outcome.js';
import { isPaidToPlatform } from './payable-source.js';
import type { PaymentRequest } from './payment-request.entity.js';
import { messages } from './payment-request.messages.js';

/** With what the payer of a request may pay now, at which account of the payee. */
export interface Offer {
  /** null: there is none, and nothing can be paid through a gateway. */
  account: GatewayAccount | null;
  methods: PayMethod[];
}

/** What the payer of a request may choose: what its business's account can do, and the request allows. */
@Injectable()
export class OfferedMethods {
  constructor(
    private readonly accounts: PaymentAccountService,
    private readonly codes: DuitNowQrService,
  ) {}

  /** The methods that take the amount of the request, in the order of `payMethods`. */
  async of(
    ctx: Context,
    { subject_type, amount, methods: allowed }: Pick<PaymentRequest, 'subject_type' | 'amount' | 'methods'>,
  ): Promise<Offer> {
    const { account, methods } = await (isPaidToPlatform(subject_type)
      ? this.accounts.platform()
      : this.accounts.shown(ctx));
    return { account, methods: account === null ? [] : fitting(methods, amount, allowed) };
  }

  /**
   * The methods of a new request. A business without an account is paid by the DuitNow QR of its bank.
   * @param asked those that the request is to allow; all where there are none
   * @throws invalid for one that the account does not have; conflict PAYMENTS_NOT_SET_UP where there is no way to pay
   */
  async forNew(
    ctx: Context,
    { subject_type, amount }: Pick<PaymentRequest, 'subject_type' | 'amount'>,
    asked: readonly PayMethod[],
  ): Promise<PayMethod[]> {
    const { account, methods } = await this.of(ctx, { subject_type, amount, methods: [] });
    const unknown = asked.find((method) => account !== null && !methods.includes(method));
    if (unknown !== undefined) throw invalid('methods', messages.methodNotOffered({ method: unknown }));
    const chosen = asked.length === 0 ? methods : methods.filter((method) => asked.includes(method));
    const isWithout = chosen.length === 0;
    if (isWithout && (isPaidToPlatform(subject_type) || !(await this.codes.find(ctx)))) throw notSetUp();
    return chosen;
  }
}

/** @throws where the business cannot be paid through a gateway */
export function notSetUp(): DomainError {
  return new DomainError('conflict', messages.paymentsNotSetUp(), { code: 'PAYMENTS_NOT_SET_UP' });
}

const fitting = (methods: Abilities['methods'], amount: number, allowed: readonly PayMethod[]): PayMethod[] =>
  methods
    .filter(
      ({ method, min, max }) => amount >= min && amount <= max && (allowed.length === 0 || allowed.includes(method)),
    )
    .map(({ method }) => method);
