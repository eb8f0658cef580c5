import { money } from '@usaha/shared';
import { checkContent, lineOf, totalsOf } from '../../libs/core/src/einvoice/document/index.js';
import type { SourceDocument } from '../../libs/core/src/einvoice/source/index.js';
import { einvoiceContent } from './einvoice-documents.js';

/** What an e-invoice of a document comes to, of a seller who is registered for SST, and of one who is not. */
export function einvoiceSums(source: SourceDocument): { wrong: string[]; totals: number[]; negative: boolean } {
  const made = [true, false].map((is_registered) =>
    source.lines.map(({ net, ...line }) =>
      lineOf(
        { ...line, description: line.description || '-', classification: '022', subtotal: net },
        { is_registered, type: '01', is_within: source.taxes_within },
      ),
    ),
  );
  const lines = made.flat();
  const sum = money.add(0, ...source.lines.flatMap(({ net, tax_amount }) => [net, tax_amount]));
  return {
    wrong: made.flatMap((of) =>
      checkContent({ ...einvoiceContent, lines: of, rounding: source.rounding }, 1000)
        .filter(({ code }) => code === 'SUMS_DIFFER')
        .map(({ path }) => path),
    ),
    totals: [sum, ...made.map((of) => totalsOf({ lines: of, rounding: source.rounding }).including_tax)],
    negative: lines.some(({ price, net, discount }) => price < 0 || net < 0 || discount < 0),
  };
}
