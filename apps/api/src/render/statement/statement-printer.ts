import { Injectable } from '@nestjs/common';
import { DuitNowQrService, printedDuitNowQr, type DuitNowQr } from '@usaha/core';
import { malaysianDay, type Context } from '@usaha/shared';
import { StreamedFile } from '../../wire/streamed-file.js';
import { PdfRenderer } from '../pdf/pdf-renderer.js';
import type { StatementSheet } from './statement-sheet.js';

/** What a statement is asked with. */
export interface StatementOptions {
  qr?: boolean;
  /** Last day that it covers, YYYY-MM-DD: what was owed on a day that is over need not be owed now. */
  until?: string;
}

/** Prints statements of account, with the DuitNow QR of the business for what is owed. */
@Injectable()
export class StatementPrinter {
  constructor(
    private readonly codes: DuitNowQrService,
    private readonly pdf: PdfRenderer,
  ) {}

  /** The code for a statement, read with what the statement is made of; null where none is to be printed. */
  async codeFor(ctx: Context, { qr = true, until }: StatementOptions): Promise<DuitNowQr | null> {
    const isPast = until !== undefined && until < malaysianDay(ctx.now);
    return qr && !isPast ? this.codes.find(ctx) : null;
  }

  /** @param code as `codeFor` read it @param logo_file_id of the business */
  async print(
    ctx: Context,
    filename: string,
    sheet: StatementSheet,
    { code, logo_file_id }: { code: DuitNowQr | null; logo_file_id?: string | null },
  ): Promise<StreamedFile> {
    // Drawing takes its time, and needs the database no more.
    await ctx.db.commitAndContinue();
    const duitnow = sheet.currency === 'MYR' ? printedDuitNowQr(code, sheet.balance) : null;
    const bytes = await this.pdf.render(ctx, 'statement', { ...sheet, duitnow }, logo_file_id);
    return new StreamedFile('application/pdf', filename, bytes);
  }
}
