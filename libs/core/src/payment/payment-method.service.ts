import { fieldMessages, invalid, malaysianDay, type Context } from '@usaha/shared';
import type { Address } from '../tenant/tenant.entity.js';
import { readCard, type CardData } from './card.js';
import type { PaymentGateway } from './gateway.js';
import { PaymentMethod } from './payment-method.entity.js';
import { PaymentMethodRepository } from './payment-method.repository.js';
import { nouns } from '../messages.js';

/** What a means of payment is made from. */
export interface NewPaymentMethod extends CardData {
  type: string;
  cardholder_name?: string | null;
  billing_address?: Address | null;
}

/** Types that are cards, and therefore need a card's number and expiry; all others need nothing. */
const cardTypes = /card|^(?:credit|debit|visa|mastercard|amex)$/i;

/** The means of payment that the context's tenant keeps. */
export class PaymentMethodService {
  constructor(
    private readonly methods: PaymentMethodRepository,
    private readonly gateway: PaymentGateway,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<PaymentMethod> {
    return this.methods.get(ctx, id);
  }

  /** All of them, newest first. */
  list(ctx: Context): Promise<PaymentMethod[]> {
    return this.methods.all(ctx);
  }

  /** @throws invalid for a card whose number, expiry or security code cannot be right */
  async create(ctx: Context, data: NewPaymentMethod): Promise<PaymentMethod> {
    const method = new PaymentMethod();
    method.type = data.type.trim();
    method.cardholder_name = data.cardholder_name ?? null;
    method.billing_address = data.billing_address ?? null;
    if (cardTypes.test(method.type) || (data.card_number ?? '') !== '') {
      const card = readCard(data, malaysianDay(ctx.now));
      method.keepCard(card, await this.gateway.tokenise(card));
    }
    return this.methods.insert(ctx, method);
  }

  /** From now on nothing is paid with it. @throws not_found */
  async remove(ctx: Context, id: string): Promise<PaymentMethod> {
    const method = await this.methods.hold(ctx, id);
    await this.methods.remove(ctx, method);
    return method;
  }

  /** The one that somebody wants to pay with. @throws invalid for an unknown, deleted or another tenant's id */
  async payable(ctx: Context, id: string): Promise<PaymentMethod> {
    const method = await this.methods.find(ctx, id);
    if (!method)
      throw invalid(
        'payment_method_id',
        fieldMessages.refersToNothing({ field: 'payment_method_id', noun: nouns.payment_method }),
      );
    return method;
  }
}
