import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, declareUnique, isUuid, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { FreightInvoice } from './freight-invoice.entity.js';

declareUnique({ freight_invoices_number: 'invoice_number', freight_invoices_of_shipment: 'shipment_id' });
declareReferences({ freight_invoices_tenant: 'tenant_id', freight_invoices_shipment: 'shipment_id' });

/** The freight invoices of a tenant: one of a shipment at most. */
@Injectable()
export class FreightInvoiceRepository extends Repository<FreightInvoice> {
  constructor(database: Database) {
    super(database, FreightInvoice, { noun: nouns.freight_invoice });
  }

  /** @returns null where none was issued, and for a text that is no id */
  async ofShipment(ctx: Context, shipment_id: string): Promise<FreightInvoice | null> {
    const values = [ctx.tenant_id, shipment_id];
    return isUuid(shipment_id) ? this.first(ctx, `${this.mine} and r.shipment_id = $2`, values) : null;
  }

  /** @throws not_found where none was issued */
  async getOfShipment(ctx: Context, shipment_id: string): Promise<FreightInvoice> {
    return (await this.ofShipment(ctx, shipment_id)) ?? this.missing();
  }
}
