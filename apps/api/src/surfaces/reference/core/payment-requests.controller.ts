import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  PayableSources,
  PaymentAttemptService,
  PaymentLinks,
  PaymentRequestService,
  paymentRequestsReport,
  type PayableType,
  type Rights,
} from '@usaha/core';
import { forbidden, type Context } from '@usaha/shared';
import { messages } from '../../../http/messages.js';
import { ReadsReport, type ReportArguments } from '../../../render/report/reads-report.js';
import { ReportRenderer } from '../../../render/report/report-renderer.js';
import { Ctx, FromRights } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { ReachedAt } from '../../../wire/reached-at.decorator.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Creates, Lists, Reads } from '../../../wire/route.js';
import { EntryPage, pageOf } from '../reference.js';
import {
  CancelRequestBody,
  ConfirmRequestBody,
  PaymentAttemptView,
  PaymentRequestBody,
  PaymentRequestQueryParams,
  PaymentRequestView,
  confirmedPayment,
  newPaymentRequest,
  paymentAttemptView,
  paymentRequestView,
} from './payment-requests.wire.js';

@ApiTags('payments')
@Records({ payment_request_id: PaymentRequestService })
@Controller('api/v1/payment-requests')
export class ReferencePaymentRequestsController {
  constructor(
    private readonly requests: PaymentRequestService,
    private readonly attempts: PaymentAttemptService,
    private readonly links: PaymentLinks,
    private readonly sources: PayableSources,
    private readonly renderer: ReportRenderer,
  ) {}

  @Creates('', PaymentRequestView, {
    summary: 'Ask for a payment',
    description:
      'Asks for what remains to be paid of a sale on account, a bill, an invoice of a school, an appointment of a salon, a freight invoice or a subscription, or a part of it. Subscriptions are paid to the platform: administrators ask for them, and each attempt is a payment of payments/ (A-471). A document has one open request: another is refused with 409 PAYMENT_REQUEST_OPEN, unless `replace` is true. A document of which nothing remains, or which is cancelled, is refused with 409 NOTHING_OPEN (A-459).',
  })
  @Addition()
  async create(
    @Ctx() ctx: Context,
    @FromRights() rights: Rights,
    @Body() body: PaymentRequestBody,
    @ReachedAt() reachedAt: string,
  ) {
    this.assertEnabled(rights, body.subject_type);
    return this.view(ctx, reachedAt)(await this.requests.create(ctx, newPaymentRequest(body)));
  }

  @Lists('', 'payment_requests', PaymentRequestView, {
    summary: 'List payment requests',
    description: 'Newest first.',
  })
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: PaymentRequestQueryParams, @ReachedAt() reachedAt: string) {
    return (await this.requests.list(ctx, query, pageOf(query))).map(this.view(ctx, reachedAt));
  }

  @ReadsReport('report', paymentRequestsReport, {
    summary: 'Get the report of payments by request',
    description:
      'For managers. Money that came by payment requests, by day, means of payment or kind of document, with what was given back, the fees of gateways as far as these say them, and what was not booked. Money counts on the day on which it was booked (A-463, A-470).',
  })
  @Needs('payments.write')
  @Addition()
  report(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @Reads(':payment_request_id', PaymentRequestView, {
    summary: 'Read a payment request',
    description:
      'Its amount falls, and it is cancelled, as the document is paid elsewhere: `status_reason` is settled_elsewhere then (A-460).',
  })
  @Addition()
  async get(@Ctx() ctx: Context, @Param('payment_request_id') id: string, @ReachedAt() reachedAt: string) {
    return this.view(ctx, reachedAt)(await this.requests.get(ctx, id));
  }

  @Acts(':payment_request_id/cancel', PaymentRequestView, {
    summary: 'Cancel a payment request',
    description: '409 unless it is open (A-460).',
  })
  @Addition()
  async cancel(
    @Ctx() ctx: Context,
    @Param('payment_request_id') id: string,
    @Body() { reason }: CancelRequestBody,
    @ReachedAt() reachedAt: string,
  ) {
    return this.view(ctx, reachedAt)(await this.requests.cancel(ctx, id, reason ?? null));
  }

  @Acts(':payment_request_id/confirm', PaymentRequestView, {
    summary: 'Record that the money of a payment request came',
    description:
      'Books a payment of the document, as read in the statement of the bank; its method is duitnow_qr. What the document cannot take any more is not booked, but unapplied. A request that has ended is paid by it too; one that is paid is refused with 409, a reference that was recorded before with 409 REFERENCE_USED (A-463, A-468).',
  })
  @Addition()
  async confirm(
    @Ctx() ctx: Context,
    @Param('payment_request_id') id: string,
    @Body() body: ConfirmRequestBody,
    @ReachedAt() reachedAt: string,
  ) {
    return this.view(ctx, reachedAt)(await this.requests.confirm(ctx, id, confirmedPayment(body)));
  }

  @Acts(':payment_request_id/check', PaymentRequestView, {
    summary: 'Ask the gateway about a payment request',
    description:
      'Asks the payment gateway what became of the attempts, and books what was paid. 503 GATEWAY_SILENT where it does not respond (A-460, A-465).',
  })
  @Addition()
  async check(@Ctx() ctx: Context, @Param('payment_request_id') id: string, @ReachedAt() reachedAt: string) {
    return this.view(ctx, reachedAt)(await this.attempts.check(ctx, id));
  }

  @Acts(':payment_request_id/renew-link', PaymentRequestView, {
    summary: 'Renew the link of a payment request',
    description: 'The request has another `url`; those of before are 404 (A-460).',
  })
  @Addition()
  async renewLink(@Ctx() ctx: Context, @Param('payment_request_id') id: string, @ReachedAt() reachedAt: string) {
    return this.view(ctx, reachedAt)(await this.requests.renewLink(ctx, id));
  }

  @Lists(':payment_request_id/attempts', 'attempts', PaymentAttemptView, {
    summary: 'List the attempts of a payment request',
    description: 'Newest first. One at a time waits for the payer (A-462).',
  })
  @Addition()
  async listAttempts(@Ctx() ctx: Context, @Param('payment_request_id') id: string, @Query() query: EntryPage) {
    return (await this.attempts.list(ctx, id, pageOf(query))).map((attempt) => paymentAttemptView(attempt));
  }

  private view(ctx: Context, reachedAt: string) {
    return paymentRequestView({ now: ctx.now, urlOf: (request) => this.links.urlOf(request, request, reachedAt) });
  }

  /** @throws forbidden where the module of the subject is disabled */
  private assertEnabled({ disabled_modules }: Rights, type: PayableType): void {
    const { module } = this.sources.of(type);
    if (module !== null && disabled_modules.includes(module))
      throw forbidden(messages.moduleDisabled({ module }), 'MODULE_DISABLED', { module });
  }
}
