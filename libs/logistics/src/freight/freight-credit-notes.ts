import { Injectable } from '@nestjs/common';
import { Database, Ledger, declareReferences, declareUnique, isUuid, notFound, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { FreightCreditNote } from './freight-credit-note.entity.js';

declareUnique({ freight_credit_notes_number: 'credit_note_number' });
declareReferences({ freight_credit_notes_invoice: 'invoice_id' });

/** The credit notes of freight invoices. */
@Injectable()
export class FreightCreditNotes extends Ledger<FreightCreditNote, 'credit_note_number'> {
  constructor(database: Database) {
    super(database, FreightCreditNote, 'invoice_id');
  }

  /** @throws not_found */
  async get(ctx: Context, id: string): Promise<FreightCreditNote> {
    const text = `select ${this.table.selected} from ${this.table.path} r where r.tenant_id = $1 and r.id = $2`;
    const [row] = isUuid(id) ? await ctx.db.read(text, [ctx.tenant_id, id]) : [];
    if (!row) throw notFound(nouns.freight_credit_note);
    return this.hydrate(ctx, row);
  }

  /** Those of all invoices of a shipment, each invoice's in their order. */
  async ofShipment(ctx: Context, shipment_id: string): Promise<FreightCreditNote[]> {
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
