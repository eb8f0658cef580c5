import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, declareUnique, isUuid, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { FreightInvoice } from './freight-invoice.entity.js';

declareUnique({ freight_invoices_number: 'invoice_number', freight_invoices_of_shipment: 'shipment_id' });
declareReferences({ freight_invoices_tenant: 'tenant_id', freight_invoices_shipment: 'shipment_id' });

/** The freight invoices of a tenant: one of a shipment at most, and those that were cancelled. */
@Injectable()
export class FreightInvoiceRepository extends Repository<FreightInvoice> {
  constructor(database: Database) {
    super(database, FreightInvoice, { noun: nouns.freight_invoice });
  }

  /** The invoice of a locked shipment that is not cancelled. @returns null where there is none */
  async ofShipment(ctx: Context, shipment_id: string): Promise<FreightInvoice | null> {
    const condition = `${this.mine} and r.shipment_id = $2 and r.cancelled_at is null`;
    return this.first(ctx, condition, [ctx.tenant_id, shipment_id]);
  }

  /** The last one of a shipment, or the one of these numbers, cancelled or not. @throws not_found where none was issued */
  async getOfShipment(ctx: Context, shipment_id: string, invoice_number?: string): Promise<FreightInvoice> {
    const condition = `${this.mine} and r.shipment_id = $2 and ($3::text is null or r.invoice_number = $3) order by r.id desc limit 1`;
    const values = [ctx.tenant_id, shipment_id, invoice_number?.trim().toUpperCase() ?? null];
    return (isUuid(shipment_id) ? await this.first(ctx, condition, values) : null) ?? this.missing();
  }

  /** One of a locked shipment, locked. @throws not_found */
  async lockInvoice(ctx: Context, id: string): Promise<FreightInvoice> {
    return (await this.lockIfExists(ctx, id)) ?? this.missing();
  }
}
