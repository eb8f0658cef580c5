import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import type { EinvoiceCall } from '../client/call-outcome.js';
import { isKnownTaxpayer } from './document-validation.js';
import {
  answered,
  documentOf,
  failed,
  overallStatus,
  validationResultsOf,
  type SimulatorAnswer,
} from './simulator-answer.js';
import type { SimulatorDocument } from './simulator-document.entity.js';
import { SimulatorDocumentRepository } from './simulator-document.repository.js';
import type { SimulatorFault } from './simulator-faults.js';
import { objectOf, type SimulatorRequest } from './simulator-request.js';
import type { SimulatorSettings } from './simulator-settings.entity.js';
import { SimulatorSubmissions } from './simulator-submission.repository.js';
import { SimulatorSubmit, numbersOf } from './simulator-submit.js';
import { TOKEN_SECONDS, simulatorToken, tinOfToken } from './simulator-token.js';

const HOUR_MS = 3_600_000;
/** An issuer may cancel a document for so long after its validation. */
const CANCEL_MS = 72 * HOUR_MS;
/** The longest span of a search. */
const MOST_SEARCHED_MS = 31 * 24 * HOUR_MS;
const MOST_PAGE = 100;
const MOST_REASON = 300;

/** What a call of a signed-in taxpayer goes by. */
interface Called {
  request: SimulatorRequest;
  tin: string;
  settings: SimulatorSettings;
  /** Of documents of a submission. */
  faults: readonly SimulatorFault[];
}

/** Answers the calls of MyInvois that the service makes (SDK 1.0), in the simulator's own transaction. */
@Injectable()
export class SimulatorCalls {
  private readonly answers: Readonly<
    Record<Exclude<EinvoiceCall, 'token'>, (ctx: Context, called: Called) => SimulatorAnswer | Promise<SimulatorAnswer>>
  > = {
    taxpayer: (_, called) => taxpayer(called),
    submit: (ctx, { request, tin, settings: { polls }, faults }) =>
      this.submitting.answer(ctx, request.body, { tin, polls, faults }),
    submission: (ctx, called) => this.submission(ctx, called),
    details: (ctx, called) => this.details(ctx, called),
    cancel: (ctx, called) => this.cancel(ctx, called),
    search: (ctx, called) => this.search(ctx, called),
  };

  constructor(
    private readonly submissions: SimulatorSubmissions,
    private readonly documents: SimulatorDocumentRepository,
    private readonly submitting: SimulatorSubmit,
  ) {}

  /** The numbers of the documents that a call is about: what faults are for. */
  async numbersOf(ctx: Context, { call, id, body }: SimulatorRequest): Promise<string[]> {
    if (call === 'submit') return numbersOf(body);
    if (call === 'submission') return (await this.documents.ofSubmission(ctx, id)).map(({ number }) => number);
    if (call !== 'details' && call !== 'cancel') return [];
    const document = await this.documents.ofUuid(ctx, id);
    return document ? [document.number] : [];
  }

  async answer(
    ctx: Context,
    request: SimulatorRequest,
    settings: SimulatorSettings,
    faults: readonly SimulatorFault[],
  ): Promise<SimulatorAnswer> {
    if (request.call === 'token') return token(request, ctx.now);
    const tin = tinOfToken(request.headers.get('authorization'), ctx.now);
    if (tin === null) return failed(401, 'Unauthorized', 'The token is none, or is over');
    return this.answers[request.call](ctx, { request, tin, settings, faults });
  }

  private async submission(ctx: Context, { request: { id, query }, settings }: Called): Promise<SimulatorAnswer> {
    const submission = await this.submissions.find(ctx, id);
    if (submission === null) return unknown();
    if (submission.polls_left > 0) this.submissions.poll(ctx, submission);
    else this.documents.complete(ctx, id, new Date(ctx.now.getTime() - settings.validated_hours_ago * HOUR_MS));
    const documents = await this.documents.ofSubmission(ctx, id);
    const { page, page_size } = pageOf(query);
    return answered(200, {
      submissionUid: id,
      documentCount: documents.length,
      dateTimeReceived: submission.created_at,
      overallStatus: overallStatus(documents),
      documentSummary: documents.slice((page - 1) * page_size, page * page_size).map((document) => ({
        ...documentOf(document, settings.rejections),
        submissionUid: id,
        totalPayableAmount: document.total_myr,
      })),
    });
  }

  private async details(ctx: Context, { request: { id }, settings }: Called): Promise<SimulatorAnswer> {
    const document = await this.documents.ofUuid(ctx, id);
    if (document === null) return unknown();
    return answered(200, {
      ...documentOf(document, settings.rejections),
      submissionUid: document.submission_uid,
      totalPayableAmount: document.total_myr,
      validationResults: validationResultsOf(document),
    });
  }

  private async cancel(ctx: Context, { request: { id, body }, tin }: Called): Promise<SimulatorAnswer> {
    const { status, reason } = objectOf(body) ?? {};
    if (status !== 'cancelled' || typeof reason !== 'string' || reason === '' || reason.length > MOST_REASON)
      return failed(400, 'BadArgument', 'status must be cancelled, and reason have 1 to 300 characters');
    const document = await this.documents.ofUuid(ctx, id);
    if (document === null) return unknown();
    if (document.supplier_tin !== tin) return failed(403, 'Forbidden', 'The document is of another issuer');
    const refusal = await this.cancelRefusal(ctx, document);
    if (refusal) return failed(400, refusal, 'The document cannot be cancelled');
    this.documents.cancel(ctx, document, reason);
    return answered(200, { uuid: id, status: 'Cancelled' });
  }

  private async cancelRefusal(ctx: Context, { status, validated_at, uuid }: SimulatorDocument): Promise<string | null> {
    if (status !== 'valid' || validated_at === null) return 'IncorrectState';
    if (validated_at.getTime() + CANCEL_MS <= ctx.now.getTime()) return 'OperationPeriodOver';
    return (await this.documents.isReferredTo(ctx, uuid)) ? 'ActiveReferencingDocuments' : null;
  }

  private async search(ctx: Context, { request: { query }, tin, settings }: Called): Promise<SimulatorAnswer> {
    const [from, to] = ['submissionDateFrom', 'submissionDateTo'].map((name) => new Date(query.get(name) ?? ''));
    const span = from && to ? to.getTime() - from.getTime() : Number.NaN;
    if (!from || !to || !(span >= 0 && span <= MOST_SEARCHED_MS))
      return failed(400, 'BadArgument', 'submissionDateFrom and submissionDateTo must be at most 31 days apart');
    const { page, page_size } = pageOf(query);
    const { documents, count } = await this.documents.search(ctx, {
      from,
      // To the end of that second.
      to: new Date(to.getTime() + 1000),
      supplier_tin: tin,
      type_code: query.get('documentType'),
      page,
      page_size,
    });
    return answered(200, {
      result: documents.map((document) => ({
        ...documentOf(document, settings.rejections),
        submissionUID: document.submission_uid,
        total: document.total_myr,
      })),
      metadata: { totalPages: Math.ceil(count / page_size), totalCount: count },
    });
  }
}

/** A client signs in by its TIN: that of the business, or of the one that an intermediary acts for. */
function token({ headers, body }: SimulatorRequest, now: Date): SimulatorAnswer {
  const form = new URLSearchParams(body);
  const tin = headers.get('onbehalfof') ?? form.get('client_id') ?? '';
  if (tin === '' || form.get('grant_type') !== 'client_credentials' || !form.get('client_secret'))
    return answered(400, { error: 'invalid_client' });
  return answered(200, {
    access_token: simulatorToken(tin, now),
    expires_in: TOKEN_SECONDS,
    token_type: 'Bearer',
    scope: 'InvoicingAPI',
  });
}

function taxpayer({ request: { id, query } }: Called): SimulatorAnswer {
  const value = query.get('idValue') ?? '';
  if (!query.get('idType') || value === '') return failed(400, 'BadArgument', 'idType and idValue are required');
  return isKnownTaxpayer(id, value) ? answered(200) : unknown();
}

const unknown = (): SimulatorAnswer => failed(404, 'NotFound', 'It is unknown');

function pageOf(query: URLSearchParams): { page: number; page_size: number } {
  const whole = (name: string, otherwise: number): number => {
    const value = Number(query.get(name) ?? otherwise);
    return Number.isInteger(value) && value >= 1 ? value : otherwise;
  };
  return { page: whole('pageNo', 1), page_size: Math.min(whole('pageSize', MOST_PAGE), MOST_PAGE) };
}
