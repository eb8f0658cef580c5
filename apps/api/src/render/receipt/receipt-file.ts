import type { SalesDocument } from '@usaha/core';
import type { Context, Language } from '@usaha/shared';
import type { PdfRenderer } from '../pdf/pdf-renderer.js';
import { choices } from '../../wire/choices.js';
import { param } from '../../wire/param.js';
import { StreamedFile } from '../../wire/streamed-file.js';

const papers = choices('ReceiptPaper', ['a4', '80mm'] as const);

/** GET …/receipt/. */
export class PaperQuery {
  @param.choice('Paper: a4 (default), or 80mm for a receipt printer', papers) paper?: (typeof papers)[number];
}

/** How a document is printed. */
export interface PrintOptions {
  language: Language;
  paper: PaperQuery['paper'];
}

/** A document as a file to be saved under its number. */
export async function receiptFile(
  ctx: Context,
  pdf: PdfRenderer,
  document: SalesDocument,
  { language, paper }: PrintOptions,
): Promise<StreamedFile> {
  // Drawing takes its time, and needs the database no more.
  await ctx.db.commitAndContinue();
  const bytes = await pdf.render(ctx, 'receipt', { document, language, paper: paper === '80mm' ? paper : undefined });
  return new StreamedFile('application/pdf', `${document.number}.pdf`, bytes);
}
