import { Controller, Param, Query } from '@nestjs/common';
import { ClassService, ReportCardDocumentService, StudentService, type ReportCardDocument } from '@usaha/education';
import type { Context, Language } from '@usaha/shared';
import { PdfRenderer } from '../../../render/pdf/pdf-renderer.js';
import { printedCards } from '../../../render/report-card/printed-cards.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, ReadsFile } from '../../../wire/route.js';
import { StreamedFile } from '../../../wire/streamed-file.js';
import { ReportCardQuery } from './report-card.wire.js';

@ApiTags('students')
@OfModule('education')
@Records({ student_id: StudentService, class_id: ClassService })
@Controller('api/v1/education')
export class ReferenceReportCardsController {
  constructor(
    private readonly documents: ReportCardDocumentService,
    private readonly pdf: PdfRenderer,
  ) {}

  @ReadsFile('students/:student_id/report-card/pdf', 'application/pdf', {
    summary: 'Print the report card of a student',
    description:
      'Returns the report card as PDF (A4), in English or Malay (Accept-Language), with the figures of report-card/ for the same term and year. Reading it is recorded in the audit trail.',
  })
  @Addition()
  async ofStudent(
    @Ctx() ctx: Context,
    @Param('student_id') id: string,
    @Query() query: ReportCardQuery,
    @ReadIn() language: Language,
  ) {
    return this.print(ctx, await this.documents.ofStudent(ctx, id, query), language);
  }

  @ReadsFile('classes/:class_id/report-cards/pdf', 'application/pdf', {
    summary: 'Print the report cards of a class',
    description:
      'Returns the report cards of all students with an active enrollment as one PDF (A4), by name, each beginning a page; in English or Malay (Accept-Language). At most 300 students. Reading them is recorded in the audit trail.',
  })
  @Addition()
  async ofClass(
    @Ctx() ctx: Context,
    @Param('class_id') id: string,
    @Query() query: ReportCardQuery,
    @ReadIn() language: Language,
  ) {
    return this.print(ctx, await this.documents.ofClass(ctx, id, query), language);
  }

  private async print(ctx: Context, document: ReportCardDocument, language: Language): Promise<StreamedFile> {
    // Drawing takes its time, and needs the database no more.
    await ctx.db.commitAndContinue();
    const bytes = await this.pdf.render(
      ctx,
      'reportCards',
      printedCards(document, language),
      document.business.logo_file_id,
    );
    return new StreamedFile('application/pdf', 'report-card.pdf', bytes);
  }
}
