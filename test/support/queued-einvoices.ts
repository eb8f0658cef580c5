import { EinvoiceDocument, type EinvoiceDocumentRepository } from '@usaha/core';
import { newId, type Context } from '@usaha/shared';
import { lineOf, totalsOf, ublOf } from '../../libs/core/dist/einvoice/document/index.js';
import { EinvoiceText } from '../../libs/core/dist/einvoice/record/einvoice-text.entity.js';
import { einvoiceContent } from './einvoice-documents.js';

const line = lineOf(
  {
    description: 'Beras 5 kg',
    classification: '022',
    quantity: 1,
    unit_price: 20,
    subtotal: 20,
    tax_rate: 6,
    tax_amount: 1.2,
  },
  { is_registered: true, type: '01' },
);

/** The number of an e-invoice of a test. */
export const einvoiceNumber = (of: number): string => `INV-2026-${String(of).padStart(6, '0')}`;

/** Queues e-invoices of the context's tenant, as the handler of a sale does. @returns their ids, in the order of their numbers */
export function queueEinvoices(
  ctx: Context,
  documents: EinvoiceDocumentRepository,
  { count = 1, first = 1 }: { count?: number; first?: number } = {},
): string[] {
  return Array.from({ length: count }, (_, i) => {
    const number = einvoiceNumber(first + i);
    const content = { ...einvoiceContent, number, issued_at: ctx.now, lines: [line] };
    const { excluding_tax, tax_amount, including_tax, rounding, payable } = totalsOf(content);
    const document = EinvoiceDocument.of(
      {
        kind: 'invoice',
        number,
        environment: 'simulator',
        module: 'retail',
        source: null,
        consolidated: false,
        month: '2026-11',
        sources: 1,
        person_id: null,
        refers_to: [],
      },
      {
        ubl_version: '1.0',
        currency: 'MYR',
        exchange_rate: null,
        totals: { excluding_tax, tax_amount, including_tax, rounding, payable },
        buyer: content.buyer,
        errors: [],
      },
      ctx.now,
    );
    Object.assign(document, { id: newId(ctx.now) });
    documents.insert(ctx, document);
    documents.keepTexts(ctx, [EinvoiceText.of(ctx.tenant_id, document.id, JSON.stringify(ublOf(content)))]);
    return document.id;
  });
}
