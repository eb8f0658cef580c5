import type { INestApplicationContext } from '@nestjs/common';
import { AppointmentDocumentService } from '@usaha/beauty';
import type { PrintPaper, SalesDocument } from '@usaha/core';
import { FeeDocumentService } from '@usaha/education';
import { FreightCorrectionService } from '@usaha/logistics';
import { ReceiptService } from '@usaha/retail';
import type { Context, Language } from '@usaha/shared';
import { ReceiptPrinter } from '../../render/receipt/receipt-printer.js';

/** The PDFs that go with receipts by e-mail, by the types of their subjects. Each counts as a print. */
export function receiptPapers(app: INestApplicationContext): Record<string, PrintPaper> {
  const [printer, sales, fees] = [app.get(ReceiptPrinter), app.get(ReceiptService), app.get(FeeDocumentService)];
  const [visits, freight] = [app.get(AppointmentDocumentService), app.get(FreightCorrectionService)];
  const printed =
    (documentOf: (ctx: Context, id: string, language: Language) => Promise<SalesDocument>): PrintPaper =>
    async (ctx, id, language) => {
      const { filename, content } = printer.print(ctx, await documentOf(ctx, id, language), { language });
      if (typeof content !== 'function') throw new Error('A printed document is drawn when it is asked for');
      return { filename, content: await content() };
    };
  return {
    'retail.sale': printed((ctx, id) => sales.invoice(ctx, id)),
    'beauty.appointment': printed((ctx, id) => visits.ofAppointment(ctx, id)),
    'logistics.freight_invoice': printed((ctx, id, language) => freight.documentOf(ctx, id, language)),
    'education.invoice': printed((ctx, id, language) => fees.invoice(ctx, id, language)),
  };
}
