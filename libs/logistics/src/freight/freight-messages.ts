import { Injectable } from '@nestjs/common';
import type { MessageFacts, MessageSubject, TemplateName } from '@usaha/core';
import { malaysianDay, type Context } from '@usaha/shared';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import { FreightInvoiceRepository } from './freight-invoice.repository.js';

/** Receipts of freight invoices to senders. */
@Injectable()
export class FreightMessages implements MessageSubject {
  readonly type = 'logistics.freight_invoice';
  readonly module = 'logistics';
  readonly templates = ['receipt'] as const;

  constructor(
    private readonly invoices: FreightInvoiceRepository,
    private readonly shipments: ShipmentRepository,
  ) {}

  /** No receipt of an invoice of which nothing was paid, or that is cancelled. @throws not_found */
  async facts(ctx: Context, id: string, template: TemplateName): Promise<MessageFacts | null> {
    const { shipment_id, invoice_number, amount_paid, cancelled_at, created_at } = await this.invoices.get(ctx, id);
    if (template === 'receipt' && (cancelled_at !== null || amount_paid <= 0)) return null;
    const shipment = await this.shipments.find(ctx, shipment_id);
    if (!shipment) return null;
    const { contact_person, company_name, email, phone_number } = shipment.origin;
    return {
      person_id: null,
      name: contact_person ?? company_name ?? 'Tuan/Puan',
      email,
      phone: phone_number,
      may_be_told: true,
      preferences: null,
      expires_at: null,
      values: { document_number: invoice_number, amount: amount_paid, day: malaysianDay(created_at) },
    };
  }
}
