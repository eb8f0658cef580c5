import { Injectable } from '@nestjs/common';
import { TenantService, type SalesDocument } from '@usaha/core';
import type { Context, Language } from '@usaha/shared';
import { FeeRepository } from '../fee/fee.repository.js';
import { InvoiceRepository } from '../invoice/invoice.repository.js';
import { SettlementLedger } from '../invoice/settlement-ledger.js';
import { documentWords } from '../messages.js';
import { EducationPaymentRepository } from '../payment/payment.repository.js';
import { StudentRepository } from '../student/student.repository.js';
import { InvoiceCorrectionService } from '../invoice/invoice-correction.service.js';
import { creditNoteDocument, invoiceDocument, receiptDocument } from './fee-document.js';

/** What a school hands out about money, as plain data; deleted students are not named on it. */
@Injectable()
export class FeeDocumentService {
  constructor(
    private readonly invoices: InvoiceRepository,
    private readonly payments: EducationPaymentRepository,
    private readonly ledger: SettlementLedger,
    private readonly fees: FeeRepository,
    private readonly students: StudentRepository,
    private readonly tenants: TenantService,
    private readonly corrections: InvoiceCorrectionService,
  ) {}

  /** @throws not_found */
  async invoice(ctx: Context, invoice_id: string): Promise<SalesDocument> {
    const invoice = await this.invoices.get(ctx, invoice_id);
    const [tenant, student, paid] = await Promise.all([
      this.tenants.get(ctx, ctx.tenant_id),
      this.students.find(ctx, invoice.student_id),
      this.ledger.paymentsOf(ctx, invoice.id),
    ]);
    return invoiceDocument(invoice, tenant, student, paid);
  }

  /** @throws not_found */
  async receipt(ctx: Context, payment_id: string, language: Language): Promise<SalesDocument> {
    const payment = await this.payments.get(ctx, payment_id);
    const [tenant, student, fee, settled] = await Promise.all([
      this.tenants.get(ctx, ctx.tenant_id),
      this.students.find(ctx, payment.student_id),
      payment.fee_id === null ? null : this.fees.find(ctx, payment.fee_id),
      this.ledger.invoiceNumbersOf(ctx, payment.id),
    ]);
    return receiptDocument(payment, tenant, student, fee?.fee_type ?? documentWords.payment[language], settled);
  }

  /** @throws not_found */
  async creditNote(ctx: Context, invoice_id: string, credit_note_id: string): Promise<SalesDocument> {
    const { note, invoice } = await this.corrections.creditNote(ctx, invoice_id, credit_note_id);
    const [tenant, student] = await Promise.all([
      this.tenants.get(ctx, ctx.tenant_id),
      this.students.find(ctx, invoice.student_id),
    ]);
    return creditNoteDocument(note, invoice, tenant, student);
  }
}
