import { Injectable } from '@nestjs/common';
import { toldPerson, type MessageFacts, type MessageSubject, type TemplateName } from '@usaha/core';
import { malaysianDay, money, type Context } from '@usaha/shared';
import { CustomerRepository } from '../customer/customer.repository.js';
import { SaleRepository } from './sale.repository.js';

/** How a buyer is addressed of whom no name is known. */
const NAMELESS = 'Tuan/Puan';
/** A buyer of whom no record is kept. */
const UNKNOWN = { person_id: null, name: NAMELESS, email: null, phone: null, may_be_told: true, preferences: null };

/** Receipts of sales to customers. */
@Injectable()
export class SaleMessages implements MessageSubject {
  readonly type = 'retail.sale';
  readonly module = 'retail';
  readonly templates = ['receipt'] as const;

  constructor(
    private readonly sales: SaleRepository,
    private readonly customers: CustomerRepository,
  ) {}

  /** No receipt of a sale that is not completed, or of which nothing was paid. @throws not_found */
  async facts(ctx: Context, id: string, template: TemplateName): Promise<MessageFacts | null> {
    const { status, total, outstanding_amount, customer_id, invoice_number, sold_at } = await this.sales.get(ctx, id);
    const amount = money.add(total, -outstanding_amount);
    if (template === 'receipt' && (status !== 'completed' || amount <= 0)) return null;
    // A sale may name an unknown customer.
    const customer = customer_id === null ? null : await this.customers.find(ctx, customer_id);
    return {
      ...(customer ? toldPerson(customer) : UNKNOWN),
      expires_at: null,
      values: { document_number: invoice_number, amount, day: malaysianDay(sold_at) },
    };
  }
}
