import { Injectable } from '@nestjs/common';
import { Database, Ledger, declareReferences, declareUnique, isUuid, type Context } from '@usaha/shared';
import { FreightPayment } from './freight-payment.entity.js';

declareUnique({ freight_payments_number: 'receipt_number' });
declareReferences({ freight_payments_invoice: 'invoice_id' });

/** The payments of freight invoices, each with the number of its receipt. */
@Injectable()
export class FreightPayments extends Ledger<FreightPayment, 'receipt_number'> {
  constructor(database: Database) {
    super(database, FreightPayment, 'invoice_id');
  }

  /** Those of all invoices of a shipment, each invoice's in their order. */
  async ofShipment(ctx: Context, shipment_id: string): Promise<FreightPayment[]> {
    if (!isUuid(shipment_id)) return [];
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r
         join logistics.freight_invoices i on i.tenant_id = $1 and i.id = r.invoice_id
        where r.tenant_id = $1 and i.shipment_id = $2 order by r.position`,
      [ctx.tenant_id, shipment_id],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }
}
