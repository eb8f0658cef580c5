import { Injectable } from '@nestjs/common';
import { DocumentPrints, DuitNowQrService, EinvoicePrints, printedDuitNowQr, type SalesDocument } from '@usaha/core';
import type { Context, Language } from '@usaha/shared';
import { choices } from '../../wire/choices.js';
import { param } from '../../wire/param.js';
import { StreamedFile } from '../../wire/streamed-file.js';
import { openAmountOf } from '../duitnow-qr/open-amount.js';
import { qrParam } from '../duitnow-qr/qr-query.js';
import { PdfRenderer } from '../pdf/pdf-renderer.js';

const papers = choices('ReceiptPaper', ['a4', '80mm'] as const);

/** GET …/receipt/. */
export class PaperQuery {
  @param.choice('Paper: a4 (default), or 80mm for a receipt printer', papers) paper?: (typeof papers)[number];
}

/** The same of what may still be owed. */
export class OwedPaperQuery extends PaperQuery {
  @qrParam() qr?: boolean;
}

/** How a document is printed. */
export interface PrintOptions {
  language: Language;
  paper?: PaperQuery['paper'];
  /** Whether the DuitNow QR of the business stands on what is owed; it does unless told. */
  qr?: boolean;
}

/** Prints what is handed out: the first time as the original, later as a copy. */
@Injectable()
export class ReceiptPrinter {
  constructor(
    private readonly prints: DocumentPrints,
    private readonly codes: DuitNowQrService,
    private readonly einvoices: EinvoicePrints,
    private readonly pdf: PdfRenderer,
  ) {}

  /** A document as a file to be saved under its number. */
  print(ctx: Context, document: SalesDocument, options: PrintOptions): StreamedFile {
    // A receipt number that was sent may be any text.
    const filename = `${document.number.replace(/[^\w.-]+/g, '-')}.pdf`;
    return new StreamedFile('application/pdf', filename, () => this.draw(ctx, document, options));
  }

  private async draw(
    ctx: Context,
    document: SalesDocument,
    { language, paper, qr = true }: PrintOptions,
  ): Promise<Uint8Array> {
    const open = qr ? openAmountOf(document) : 0;
    // All leave in one packet: drawing takes its time, and needs the database no more.
    const [print, code, einvoice] = await Promise.all([
      this.prints.count(ctx, document),
      open > 0 ? this.codes.find(ctx) : null,
      this.einvoices.codeOf(ctx, document),
      ctx.db.commitAndContinue(),
    ]);
    try {
      const drawn = {
        document,
        language,
        paper: paper === '80mm' ? paper : undefined,
        isCopy: print > 1,
        duitnow: printedDuitNowQr(code, open),
        einvoice,
      };
      return await this.pdf.render(ctx, 'receipt', drawn, document.seller.logo_file_id);
    } catch (error) {
      // The client got no original, so the next print is one.
      await this.prints.takeBack(ctx, document);
      await ctx.db.commitAndContinue();
      throw error;
    }
  }
}
