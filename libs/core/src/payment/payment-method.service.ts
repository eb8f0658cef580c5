import { Injectable } from '@nestjs/common';
import { conflict, malaysianDay, type Context } from '@usaha/shared';
import { SubscriptionService } from '../subscription/subscription.service.js';
import { readCard, type CardData } from './card.js';
import { PaymentGateway } from './gateway.js';
import type { KeptCard } from './outcome.js';
import { PaymentMethod } from './payment-method.entity.js';
import { PaymentMethodRepository } from './payment-method.repository.js';
import { messages } from './payment.messages.js';

/** What a means of payment is made from. */
export type NewPaymentMethod = CardData &
  Pick<PaymentMethod, 'type'> &
  Partial<Pick<PaymentMethod, 'cardholder_name' | 'billing_address'>>;

/** Types that are cards, and therefore need a card's number and expiry; all others need nothing. */
const cardTypes = /card|^(?:credit|debit|visa|mastercard|amex)$/i;

/** They are listed without pages, so there is an end to them: more than any business has. */
const MOST = 1_000;

/** The means of payment that the context's tenant keeps. */
@Injectable()
export class PaymentMethodService {
  constructor(
    private readonly methods: PaymentMethodRepository,
    private readonly gateway: PaymentGateway,
    private readonly subscriptions: SubscriptionService,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<PaymentMethod> {
    return this.methods.get(ctx, id);
  }

  /** All of them, newest first. */
  list(ctx: Context): Promise<PaymentMethod[]> {
    return this.methods.all(ctx);
  }

  /**
   * @throws invalid for a card whose number, expiry or security code cannot be right
   * @throws conflict where a thousand are kept already
   */
  async create(ctx: Context, data: NewPaymentMethod): Promise<PaymentMethod> {
    if ((await this.methods.count(ctx)) >= MOST) throw conflict('type', messages.enoughMethods({ most: MOST }));
    const method = PaymentMethod.of(data.type.trim(), data);
    if (cardTypes.test(method.type) || (data.card_number ?? '') !== '') {
      const card = readCard(data, malaysianDay(ctx.now));
      method.keepCard(card, await this.gateway.tokenise(card));
    }
    return this.methods.insert(ctx, method);
  }

  /** Keeps a card that has paid. @returns null where a thousand are kept already */
  async keep(ctx: Context, card: KeptCard): Promise<PaymentMethod | null> {
    if ((await this.methods.count(ctx)) >= MOST) return null;
    return this.methods.insert(ctx, PaymentMethod.keptBy(card));
  }

  /** From now on nothing is paid with it: what it renews ends with its term. @throws not_found */
  async remove(ctx: Context, id: string): Promise<PaymentMethod> {
    const [method] = await Promise.all([this.methods.lock(ctx, id), this.subscriptions.methodRemoved(ctx, id)]);
    this.methods.remove(ctx, method);
    return method;
  }

  find(ctx: Context, id: string): Promise<PaymentMethod | null> {
    return this.methods.find(ctx, id);
  }

  /** The payment method for a new payment. @throws invalid for an unknown, deleted or another tenant's id */
  payable(ctx: Context, id: string): Promise<PaymentMethod> {
    return this.methods.named(ctx, 'payment_method_id', id);
  }
}
