import { Injectable } from '@nestjs/common';
import { DocumentPrints, type SalesDocument } from '@usaha/core';
import type { Context, Language } from '@usaha/shared';
import { choices } from '../../wire/choices.js';
import { param } from '../../wire/param.js';
import { StreamedFile } from '../../wire/streamed-file.js';
import { PdfRenderer } from '../pdf/pdf-renderer.js';

const papers = choices('ReceiptPaper', ['a4', '80mm'] as const);

/** GET …/receipt/. */
export class PaperQuery {
  @param.choice('Paper: a4 (default), or 80mm for a receipt printer', papers) paper?: (typeof papers)[number];
}

/** How a document is printed. */
export interface PrintOptions {
  language: Language;
  paper?: PaperQuery['paper'];
}

/** Prints what is handed out: the first time as the original, later as a copy. */
@Injectable()
export class ReceiptPrinter {
  constructor(
    private readonly prints: DocumentPrints,
    private readonly pdf: PdfRenderer,
  ) {}

  /** A document as a file to be saved under its number. */
  print(ctx: Context, document: SalesDocument, options: PrintOptions): StreamedFile {
    // A receipt number that was sent may be any text.
    const filename = `${document.number.replace(/[^\w.-]+/g, '-')}.pdf`;
    return new StreamedFile('application/pdf', filename, () => this.draw(ctx, document, options));
  }

  private async draw(ctx: Context, document: SalesDocument, { language, paper }: PrintOptions): Promise<Uint8Array> {
    // Both leave in one packet: drawing takes its time, and needs the database no more.
    const [print] = await Promise.all([this.prints.count(ctx, document), ctx.db.commitAndContinue()]);
    try {
      const drawn = { document, language, paper: paper === '80mm' ? paper : undefined, isCopy: print > 1 };
      return await this.pdf.render(ctx, 'receipt', drawn, document.seller.logo_file_id);
    } catch (error) {
      // The client got no original, so the next print is one.
      await this.prints.takeBack(ctx, document);
      await ctx.db.commitAndContinue();
      throw error;
    }
  }
}
