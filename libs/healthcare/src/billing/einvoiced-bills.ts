import { Injectable } from '@nestjs/common';
import { NotedSource, type HeadsSql, type SourceDocument } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { billNoteSource, billSource } from './bill-source.js';
import type { BillCreditNote } from './bill-correction.entities.js';
import type { Bill } from './bill.entity.js';
import { BillRepository } from './bill.repository.js';
import { CreditNoteLedger } from './payment-ledger.js';

const heads: HeadsSql = {
  from: 'healthcare.bills r',
  number: 'r.bill_number',
  dated_at: 'r.created_at',
  total: 'r.total',
  is_cancelled: `(r.status = 'cancelled')`,
  only: 'r.deleted_at is null',
};
const noteHeads = {
  from: 'healthcare.bill_credit_notes r',
  number: 'r.credit_note_number',
  dated_at: 'r.created_at',
  total: 'r.amount',
  changes: { kind: `'bill'`, id: 'r.bill_id' },
};

/** Bills and their credit notes as e-invoices are made of them. */
@Injectable()
export class EinvoicedBills extends NotedSource<Bill, BillCreditNote> {
  constructor(
    private readonly bills: BillRepository,
    private readonly creditNotes: CreditNoteLedger,
  ) {
    super({
      ...{ module: 'healthcare', kind: 'bill', created: 'healthcare.bill.created', heads, noteHeads },
      changed: ['healthcare.bill.credited', 'healthcare.bill.cancelled'],
    });
  }

  protected records(ctx: Context, ids: readonly string[], lock: boolean): Promise<Bill[]> {
    return lock ? this.bills.lockAll(ctx, ids) : this.bills.findAll(ctx, ids);
  }

  protected notes(ctx: Context, ids: readonly string[]): Promise<BillCreditNote[]> {
    return this.creditNotes.findAll(ctx, ids);
  }

  protected ownerOf({ bill_id }: BillCreditNote): string {
    return bill_id;
  }

  protected documentOf(bill: Bill): SourceDocument {
    return billSource(bill);
  }

  protected noteOf(bill: Bill, note: BillCreditNote): SourceDocument {
    return billNoteSource(bill, note);
  }
}
