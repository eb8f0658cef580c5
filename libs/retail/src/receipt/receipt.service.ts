import { Injectable } from '@nestjs/common';
import {
  ApiKeyRepository,
  DocumentParties,
  UserRepository,
  addressedParty,
  keyParty,
  personParty,
  type SalesDocument,
} from '@usaha/core';
import type { Context } from '@usaha/shared';
import { CustomerRepository } from '../customer/customer.repository.js';
import { RefundService } from '../sale/refund.service.js';
import { SaleService } from '../sale/sale.service.js';
import { creditNoteOf, invoiceOf, type DocumentSources } from './sales-document.js';

/** What a document was issued with. */
interface Issue {
  issued_at: Date;
  customer_id: string | null;
  actor_id: string | null;
}

/** What a shop hands out: invoices of sales and credit notes of refunds. */
@Injectable()
export class ReceiptService {
  constructor(
    private readonly sales: SaleService,
    private readonly refunds: RefundService,
    private readonly customers: CustomerRepository,
    private readonly users: UserRepository,
    private readonly keys: ApiKeyRepository,
    private readonly parties: DocumentParties,
  ) {}

  /** @throws not_found */
  async invoice(ctx: Context, sale_id: string): Promise<SalesDocument> {
    const sale = await this.sales.get(ctx, sale_id);
    const { sold_at: issued_at, customer_id, actor_id } = sale;
    return invoiceOf(sale, await this.sources(ctx, { issued_at, customer_id, actor_id }));
  }

  /** @throws not_found for the sale as for the refund */
  async creditNote(ctx: Context, sale_id: string, refund_id: string): Promise<SalesDocument> {
    const refunded = await this.refunds.get(ctx, sale_id, refund_id);
    const { customer_id } = refunded.sale;
    const { created_at: issued_at, actor_id } = refunded.refund;
    return creditNoteOf(refunded, await this.sources(ctx, { issued_at, customer_id, actor_id }));
  }

  /** A sale may name an unknown customer. */
  private async sources(ctx: Context, { issued_at, customer_id, actor_id }: Issue): Promise<DocumentSources> {
    const [customer, cashier, key, parties] = await Promise.all([
      customer_id ? this.customers.findWithDeleted(ctx, customer_id) : null,
      actor_id ? this.users.findWithDeleted(ctx, actor_id) : null,
      actor_id ? this.keys.findWithDeleted(ctx, actor_id) : null,
      this.parties.at(ctx, issued_at, [customer_id, actor_id]),
    ]);
    return {
      seller: parties.seller,
      is_reprinted: parties.is_reprinted,
      buyer: parties.named(customer, addressedParty),
      // A sale that a program made names its key.
      cashier: parties.named(cashier, personParty) ?? parties.named(key, keyParty),
    };
  }
}
