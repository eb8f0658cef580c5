import { Injectable } from '@nestjs/common';
import { TenantService } from '@usaha/core';
import { malaysianDay, type Context, type Language } from '@usaha/shared';
import type { ReportFormat, ReportReading } from '@usaha/shared/operation';
import { StreamedFile } from '../../wire/streamed-file.js';
import { PdfRenderer } from '../pdf/pdf-renderer.js';
import { csvOf } from './csv.js';
import { jsonOf, type ReportJson } from './json.js';
import { MOST_PDF_ROWS, sheetOf } from './report-sheet.js';

/** A report, as a request asks for it. */
export interface ReportParameters {
  /** json unless given. */
  readonly format?: ReportFormat;
  reading(ctx: Context, language: Language): ReportReading;
}

/** Any report in any format. */
@Injectable()
export class ReportRenderer {
  constructor(
    private readonly tenants: TenantService,
    private readonly pdf: PdfRenderer,
  ) {}

  /** @throws invalid, naming `format`, when there are more rows than the format holds */
  async answer(ctx: Context, asked: ReportParameters, language: Language): Promise<ReportJson | StreamedFile> {
    const { format = 'json' } = asked;
    const reading = asked.reading(ctx, language);
    const filename = `${reading.report.name.replaceAll('_', '-')}-report-${malaysianDay(ctx.now)}.${format}`;
    const formats: Record<ReportFormat, () => Promise<ReportJson | StreamedFile>> = {
      json: () => jsonOf(reading, language),
      csv: () => Promise.resolve(new StreamedFile('text/csv; charset=utf-8', filename, csvOf(reading))),
      pdf: async () => {
        const business = await this.tenants.get(ctx, ctx.tenant_id);
        const rows = await reading.all(MOST_PDF_ROWS);
        // Drawing takes its time, and needs the database no more.
        await ctx.db.commitAndContinue();
        const sheet = sheetOf(reading, rows, { business: business.name, language, now: ctx.now });
        const bytes = await this.pdf.render(ctx, 'report', sheet, business.logo_file_id);
        return new StreamedFile('application/pdf', filename, bytes);
      },
    };
    return formats[format]();
  }
}
