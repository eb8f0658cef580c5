import { Controller, Param, Query } from '@nestjs/common';
import {
  CreditNoteLedger,
  EducationPaymentService,
  FeeDocumentService,
  InvoiceService,
  StatementService,
  StudentService,
} from '@usaha/education';
import type { Context, Language } from '@usaha/shared';
import { QrQuery } from '../../../render/duitnow-qr/qr-query.js';
import { ReceiptPrinter } from '../../../render/receipt/receipt-printer.js';
import { StatementPrinter } from '../../../render/statement/statement-printer.js';
import { printedStatement } from '../../../render/statement/printed-statement.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, ReadsFile } from '../../../wire/route.js';
import { DatedStatementQuery } from './invoices.wire.js';

@ApiTags('invoices')
@OfModule('education')
@Records({
  invoice_id: InvoiceService,
  credit_note_id: CreditNoteLedger,
  payment_id: EducationPaymentService,
  student_id: StudentService,
})
@Controller('api/v1/education')
export class ReferenceFeeDocumentsController {
  constructor(
    private readonly documents: FeeDocumentService,
    private readonly statements: StatementService,
    private readonly printouts: StatementPrinter,
    private readonly printer: ReceiptPrinter,
  ) {}

  @ReadsFile('invoices/:invoice_id/pdf', 'application/pdf', {
    summary: 'Print an invoice',
    description:
      'Returns the invoice as PDF (A4), in English or Malay (Accept-Language): the fee, the scholarship, payments and the balance due. No tax is on fees, and none is printed (A-233). It shows the DuitNow QR of the school for what is open (A-468).',
  })
  @Addition()
  async invoice(
    @Ctx() ctx: Context,
    @Param('invoice_id') id: string,
    @Query() { qr }: QrQuery,
    @ReadIn() language: Language,
  ) {
    return this.printer.print(ctx, await this.documents.invoice(ctx, id, language), { language, qr });
  }

  @ReadsFile('invoices/:invoice_id/credit-notes/:credit_note_id/pdf', 'application/pdf', {
    summary: 'Print a credit note',
    description:
      'Returns the credit note as PDF (A4), in English or Malay (Accept-Language), with the invoice and the reason.',
  })
  @Addition()
  async creditNote(
    @Ctx() ctx: Context,
    @Param('invoice_id') id: string,
    @Param('credit_note_id') credit_note_id: string,
    @ReadIn() language: Language,
  ) {
    return this.printer.print(ctx, await this.documents.creditNote(ctx, id, credit_note_id, language), { language });
  }

  @ReadsFile('payments/:payment_id/receipt', 'application/pdf', {
    summary: 'Print the receipt of a payment',
    description:
      'Returns the receipt as PDF (A4), in English or Malay (Accept-Language), with the invoices that the payment settles. The receipt of a void payment says so.',
  })
  @Addition()
  async receipt(@Ctx() ctx: Context, @Param('payment_id') id: string, @ReadIn() language: Language) {
    return this.printer.print(ctx, await this.documents.receipt(ctx, id, language), { language });
  }

  @ReadsFile('students/:student_id/statement/pdf', 'application/pdf', {
    summary: "Print a student's statement of account",
    description:
      'Returns all invoices and payments in one currency as PDF (A4), by date with the balance after each, in English or Malay (Accept-Language). Voids, cancellations and credit notes stand on their own days. At most 1,000 entries: with date_from only those since, after the balance until then. With date: as the account stood at the end of that day, with the names of school and student of that day (A-341). A balance of today shows the DuitNow QR of the school (A-468).',
  })
  @Addition()
  async statement(
    @Ctx() ctx: Context,
    @Param('student_id') id: string,
    @Query() query: DatedStatementQuery,
    @ReadIn() language: Language,
  ) {
    const [printed, code] = await Promise.all([
      this.statements.printed(ctx, id, query),
      this.printouts.codeFor(ctx, { qr: query.qr, until: query.date }),
    ]);
    const { logo_file_id } = printed.business;
    return this.printouts.print(ctx, 'statement.pdf', printedStatement(printed, language), { code, logo_file_id });
  }
}
