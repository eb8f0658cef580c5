import { Injectable } from '@nestjs/common';
import { DocumentParties, personParty, type SalesDocument } from '@usaha/core';
import type { Context, Language } from '@usaha/shared';
import { CreditNoteLedger } from '../invoice/credit-note-ledger.js';
import { InvoiceCorrectionService } from '../invoice/invoice-correction.service.js';
import { InvoiceRepository } from '../invoice/invoice.repository.js';
import { SettlementLedger } from '../invoice/settlement-ledger.js';
import { EducationPaymentRepository } from '../payment/payment.repository.js';
import { StudentRepository } from '../student/student.repository.js';
import { creditNoteDocument, invoiceDocument, receiptDocument, type FeeDocumentParties } from './fee-document.js';

/**
 * What a school hands out about money, as plain data: with the names of its issue. Students who were deleted before are not
 * named on it.
 */
@Injectable()
export class FeeDocumentService {
  constructor(
    private readonly invoices: InvoiceRepository,
    private readonly payments: EducationPaymentRepository,
    private readonly ledger: SettlementLedger,
    private readonly students: StudentRepository,
    private readonly parties: DocumentParties,
    private readonly corrections: InvoiceCorrectionService,
    private readonly creditNotes: CreditNoteLedger,
  ) {}

  /** @throws not_found */
  async invoice(ctx: Context, invoice_id: string, language: Language): Promise<SalesDocument> {
    const invoice = await this.invoices.get(ctx, invoice_id);
    const [parties, paid, credits, late] = await Promise.all([
      this.partiesOf(ctx, invoice.created_at, invoice.student_id),
      this.ledger.paymentsOf(ctx, invoice.id),
      invoice.credit_notes > 0 ? this.creditNotes.of(ctx, [invoice.id]) : [],
      invoice.late_fee_of ? this.invoices.get(ctx, invoice.late_fee_of) : null,
    ]);
    return invoiceDocument(invoice, parties, paid, credits, language, late?.invoice_number);
  }

  /** @throws not_found */
  async receipt(ctx: Context, payment_id: string, language: Language): Promise<SalesDocument> {
    const payment = await this.payments.get(ctx, payment_id);
    const [parties, settled] = await Promise.all([
      this.partiesOf(ctx, payment.created_at, payment.student_id),
      this.ledger.invoiceNumbersOf(ctx, payment),
    ]);
    return receiptDocument(payment, parties, settled, language);
  }

  /** @throws not_found */
  async creditNote(
    ctx: Context,
    invoice_id: string,
    credit_note_id: string,
    language: Language,
  ): Promise<SalesDocument> {
    const { note, invoice } = await this.corrections.creditNote(ctx, invoice_id, credit_note_id);
    return creditNoteDocument(note, invoice, await this.partiesOf(ctx, note.created_at, invoice.student_id), language);
  }

  private async partiesOf(ctx: Context, issued_at: Date, student_id: string): Promise<FeeDocumentParties> {
    const [student, parties] = await Promise.all([
      this.students.findWithDeleted(ctx, student_id),
      this.parties.at(ctx, issued_at, [student_id]),
    ]);
    const { seller, is_reprinted } = parties;
    return { seller, is_reprinted, student: parties.named(student, personParty) };
  }
}
