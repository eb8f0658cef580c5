import { Injectable } from '@nestjs/common';
import { Database, Ledger, declareUnique, isUuid, notFound, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { CreditNote } from './credit-note.entity.js';

declareUnique({ credit_notes_number: 'credit_note_number' });

/** The credit notes of a tenant's invoices. */
@Injectable()
export class CreditNoteLedger extends Ledger<CreditNote, 'credit_note_number'> {
  constructor(database: Database) {
    super(database, CreditNote, 'invoice_id');
  }

  /** @throws not_found */
  async get(ctx: Context, id: string): Promise<CreditNote> {
    const [row] = isUuid(id)
      ? await ctx.db.read(
          `select ${this.table.selected} from ${this.table.path} r where r.tenant_id = $1 and r.id = $2`,
          [ctx.tenant_id, id],
        )
      : [];
    if (!row) throw notFound(nouns.credit_note);
    return this.hydrate(ctx, row);
  }
}
