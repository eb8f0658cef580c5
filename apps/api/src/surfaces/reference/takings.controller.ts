import { Body, Controller, Query, type Type } from '@nestjs/common';
import { DailyClosingService, listTakings, type Takings } from '@usaha/core';
import type { Context, Report } from '@usaha/shared';
import { ReadsReport, type ReportArguments } from '../../render/report/reads-report.js';
import { ReportRenderer } from '../../render/report/report-renderer.js';
import { Ctx } from '../../wire/context.decorator.js';
import { ApiTags } from '../../wire/for-documents.js';
import { OfModule } from '../../wire/permissions.js';
import { Addition, Creates, Lists } from '../../wire/route.js';
import { pageOf } from './reference.js';
import {
  DailyClosingBody,
  DailyClosingListQuery,
  DailyClosingView,
  TakingListQuery,
  TakingView,
  dailyClosingView,
  takingView,
} from './takings.wire.js';

/** What the routes of takings say and show of one trade: only what differs between the trades. */
export interface TradeTakings<Q extends object, G extends string> {
  takings: Takings;
  /** The business in a summary: `a salon`. */
  business: string;
  /** The description of the list of payments; absent where the trade has another list of them. */
  payments?: string;
  /** The report, and what it tells of each user and day; absent where the trade has a report apart. */
  closing?: { report: Report<Q, G>; content: string };
}

/** Makes the controller of a trade's takings: the list of payments, counts of the cash, and the daily closing. */
export function takingsController<Q extends object, G extends string>({
  takings,
  business,
  payments,
  closing,
}: TradeTakings<Q, G>): Type {
  const { context } = takings;

  @ApiTags('takings')
  @OfModule(context)
  @Controller(`api/v1/${context}`)
  class TakingsController {
    constructor(
      private readonly closings: DailyClosingService,
      private readonly renderer: ReportRenderer,
    ) {}

    @Where(payments, (description) => [
      Lists('payments', 'payments', TakingView, { summary: `List the payments of ${business}`, description }),
      Addition(),
      // A handler that is no route has no parameters to be documented.
      bound(0, Ctx()),
      bound(1, Query()),
    ])
    async payments(ctx: Context, query: TakingListQuery) {
      return (await listTakings(ctx, takings, query, pageOf(query))).map(takingView);
    }

    @Creates('daily-closings', DailyClosingView, {
      summary: `Keep a count of the cash of ${business}`,
      description:
        'Keeps the count with its difference from float and net takings in cash as they are now. It is never changed; a further count of the same day and cashier is a further record, and the latest counts (A-354).',
    })
    @Addition()
    async count(@Ctx() ctx: Context, @Body() body: DailyClosingBody) {
      return dailyClosingView(await this.closings.count(ctx, takings, body));
    }

    @Lists('daily-closings', 'daily_closings', DailyClosingView, {
      summary: `List the counts of the cash of ${business}`,
      description: 'Newest first, all counts of each day (A-354).',
    })
    @Addition()
    async counts(@Ctx() ctx: Context, @Query() query: DailyClosingListQuery) {
      return (await this.closings.list(ctx, context, query, pageOf(query))).map(dailyClosingView);
    }

    @Where(closing, ({ report, content }) => [
      ReadsReport('reports/daily-closing', report, {
        summary: `Get the daily closing of ${business}`,
        description: `${content} By cashier and in the totals: float and count of the latest count, expected cash (float plus net cash) and the difference; counts 0 means that nothing was counted. Later events change no earlier day (A-354).`,
      }) as MethodDecorator,
      Addition(),
    ])
    dailyClosing(...asked: ReportArguments) {
      return this.renderer.answer(...asked);
    }
  }
  // Routes are told apart in the documents by the names of their controllers.
  Object.defineProperty(TakingsController, 'name', { value: `TakingsController of ${context}` });
  return TakingsController;
}

const bound =
  (place: number, bind: ParameterDecorator): MethodDecorator =>
  (controller, name) =>
    bind(controller, name, place);

/** Makes a handler a route where the trade has it; otherwise it is none. */
const Where =
  <T>(given: T | undefined, decorators: (given: T) => MethodDecorator[]): MethodDecorator =>
  (controller, name, handler) => {
    if (given === undefined) return;
    for (const decorate of decorators(given).reverse()) decorate(controller, name, handler);
  };
