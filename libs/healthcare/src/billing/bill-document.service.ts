import { Injectable } from '@nestjs/common';
import { DocumentParties, personParty, type SalesDocument } from '@usaha/core';
import { notFound, type Context } from '@usaha/shared';
import { PatientRepository } from '../patient/patient.repository.js';
import { seesHealthData } from '../patient/sees-health-data.js';
import { nouns } from '../messages.js';
import { creditNoteOf, documentOf, withoutDescriptions, type BillParties } from './bill-document.js';
import type { Bill } from './bill.entity.js';
import { BillRepository } from './bill.repository.js';
import { CreditNoteLedger, PaymentLedger, RefundLedger } from './payment-ledger.js';

/** What a clinic hands out to its patients, with the names of the issue. */
@Injectable()
export class BillDocumentService {
  constructor(
    private readonly bills: BillRepository,
    private readonly payments: PaymentLedger,
    private readonly creditNotes: CreditNoteLedger,
    private readonly refunds: RefundLedger,
    private readonly patients: PatientRepository,
    private readonly parties: DocumentParties,
  ) {}

  /** A bill with what was paid of it; recorded in the audit trail as a reading of it. @throws not_found */
  async of(ctx: Context, bill_id: string): Promise<SalesDocument> {
    const bill = await this.bills.readOnTrail(ctx, bill_id);
    const [parties, payments, creditNotes, refunds] = await Promise.all([
      this.partiesOf(ctx, bill, bill.created_at),
      this.payments.of(ctx, [bill.id]),
      this.creditNotes.of(ctx, [bill.id]),
      this.refunds.of(ctx, [bill.id]),
    ]);
    return shownTo(ctx, documentOf(bill, parties, { payments, creditNotes, refunds }));
  }

  /** A credit note of a bill; recorded as a reading of the bill. @throws not_found */
  async creditNote(ctx: Context, bill_id: string, credit_note_id: string): Promise<SalesDocument> {
    const bill = await this.bills.readOnTrail(ctx, bill_id);
    const notes = await this.creditNotes.of(ctx, [bill.id]);
    const note = notes.find(({ id }) => id === credit_note_id.toLowerCase());
    if (!note) throw notFound(nouns.credit_note);
    return shownTo(ctx, creditNoteOf(bill, note, await this.partiesOf(ctx, bill, note.created_at)));
  }

  private async partiesOf(ctx: Context, bill: Bill, issued_at: Date): Promise<BillParties> {
    const [parties, patient] = await Promise.all([
      this.parties.at(ctx, issued_at, [bill.patient_id]),
      this.patients.findWithDeleted(ctx, bill.patient_id),
    ]);
    const { seller, is_reprinted } = parties;
    return { seller, is_reprinted, patient: parties.named(patient, personParty, bill.id) };
  }
}

const shownTo = (ctx: Context, document: SalesDocument): SalesDocument =>
  seesHealthData(ctx.actor) ? document : withoutDescriptions(document);
