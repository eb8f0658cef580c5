import { Body, Controller, Query } from '@nestjs/common';
import { DailyClosingService } from '@usaha/core';
import { schoolClosingReport, schoolTakings } from '@usaha/education';
import type { Context } from '@usaha/shared';
import { ReadsReport, type ReportArguments } from '../../../render/report/reads-report.js';
import { ReportRenderer } from '../../../render/report/report-renderer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Addition, Creates, Lists } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import { DailyClosingBody, DailyClosingListQuery, DailyClosingView, dailyClosingView } from '../takings.wire.js';

@ApiTags('takings')
@OfModule('education')
@Controller('api/v1/education')
export class ReferenceEducationTakingsController {
  constructor(
    private readonly closings: DailyClosingService,
    private readonly renderer: ReportRenderer,
  ) {}

  @Creates('daily-closings', DailyClosingView, {
    summary: 'Keep a count of the cash of a school',
    description:
      'Keeps the count with its difference from float and net takings in cash as they are now. It is never changed; a further count of the same day and cashier is a further record, and the latest counts (A-354).',
  })
  @Addition()
  async count(@Ctx() ctx: Context, @Body() body: DailyClosingBody) {
    return dailyClosingView(await this.closings.count(ctx, schoolTakings, body));
  }

  @Lists('daily-closings', 'daily_closings', DailyClosingView, {
    summary: 'List the counts of the cash of a school',
    description: 'Newest first, all counts of each day (A-354).',
  })
  @Addition()
  async counts(@Ctx() ctx: Context, @Query() query: DailyClosingListQuery) {
    return (await this.closings.list(ctx, 'education', query, pageOf(query))).map(dailyClosingView);
  }

  @ReadsReport('reports/daily-closing', schoolClosingReport, {
    summary: 'Get the daily closing of a school',
    description:
      'What each user received and gave back on a day (UTC+8), by payment method: voids and refunds of withdrawals, and net cash. Payments count on the day on which they are recorded. By cashier and in the totals: float and count of the latest count, expected cash (float plus net cash) and the difference; counts 0 means that nothing was counted. Later events change no earlier day (A-354).',
  })
  @Addition()
  dailyClosing(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }
}
