import { Injectable } from '@nestjs/common';
import type { Context, Message } from '@usaha/shared';
import { AccountLetters } from '../../account/account-letters.js';
import { PublicAddress } from '../../public-address.js';
import type { ServiceDocument, ServiceError } from '../client/index.js';
import { messages } from '../einvoice.messages.js';
import type { EinvoiceDocument } from '../record/einvoice-document.entity.js';
import { EinvoiceDocumentRepository } from '../record/einvoice-document.repository.js';
import type { EinvoiceError } from '../record/einvoice-error.js';
import type { EinvoiceSubmission } from '../record/einvoice-submission.entity.js';
import type { EinvoiceConnection } from './einvoice-connections.js';
import { EinvoiceSubmissions } from './einvoice-submissions.js';
import { originalOf, outcomeOfResult } from './result-outcome.js';
import { nextAsking, nextRejectionAsking, nextSearch, nextTry } from './sending-times.js';
import type { SubmissionOutcome, SubmittedAs } from './submission-outcome.js';

/** What becomes of documents, as figures count it. */
export const einvoiceOutcomes = ['submitted', 'valid', 'invalid', 'blocked', 'later', 'unsure'] as const;
export type EinvoiceOutcome = (typeof einvoiceOutcomes)[number];

const HOUR_MS = 3_600_000;
/** How long a valid document may be cancelled (SDK, "Cancel Document"). */
const CANCEL_MS = 72 * HOUR_MS;
/** A daily question that got no answer is asked again after this time. */
const UNANSWERED_MS = 10 * 60_000;

/** What Get Submission said of documents, and the errors of those that are invalid, by their ids at the service. */
export interface ToldResults {
  documents: readonly ServiceDocument[];
  errors: ReadonlyMap<string, readonly ServiceError[]>;
}

/** After which a submission of unknown outcome may go once more, and the seconds that a request may take. */
export class EinvoiceTimes {
  constructor(
    readonly resendMs: number,
    readonly timeoutMs: number,
  ) {}

  /** How long a submission is left to the process that makes it. */
  get leaseMs(): number {
    return 2 * this.timeoutMs;
  }
}

/** Writes down what the service answers, in one transaction each (A-521 … A-523). The submission is locked before its documents. */
@Injectable()
export class EinvoiceOutcomes {
  /** Told of each document, after the commit. */
  counted: (outcome: EinvoiceOutcome, count: number) => void = () => undefined;

  constructor(
    private readonly documents: EinvoiceDocumentRepository,
    private readonly submissions: EinvoiceSubmissions,
    private readonly times: EinvoiceTimes,
    private readonly letters: AccountLetters,
    private readonly address: PublicAddress,
  ) {}

  /** What a submission came to. One that another instance has gone on with meanwhile stays as it is. */
  async submitted(ctx: Context, sent: EinvoiceSubmission, outcome: SubmissionOutcome): Promise<void> {
    const submission = await this.submissions.lockSame(ctx, sent);
    if (submission === null) return;
    const documents = await this.lockOf(ctx, submission.id, 'sending');
    const { correlation_id } = outcome;
    Object.assign(submission, { answered_at: ctx.now, correlation_id });
    for (const document of documents) {
      const as = outcome.documents.get(document.number) ?? { became: 'unsure' };
      Object.assign(document, { correlation_id });
      this.submittedAs(ctx, document, submission, as);
    }
    this.schedule(ctx, submission, documents);
  }

  /** Documents that a search found are adopted. @returns those that it did not find */
  adopt(
    ctx: Context,
    submission: EinvoiceSubmission,
    documents: readonly EinvoiceDocument[],
    found: ReadonlyMap<string, ServiceDocument>,
  ): EinvoiceDocument[] {
    for (const document of documents) {
      const there = found.get(document.id);
      if (there) this.take(ctx, document, submission, there.uuid, there.submission_uid);
    }
    return documents.filter(({ id }) => !found.has(id));
  }

  /** Results of submitted documents. @param told undefined where the service did not answer */
  results(
    ctx: Context,
    submission: EinvoiceSubmission,
    documents: readonly EinvoiceDocument[],
    told: ToldResults,
    connection: Pick<EinvoiceConnection, 'verificationUrl'>,
  ): void {
    const found = new Map(told.documents.map((one) => [one.uuid, one]));
    for (const document of documents) {
      const { uuid } = document;
      const result = outcomeOfResult(uuid === null ? undefined : found.get(uuid), ctx.now);
      if (uuid === null || result.became === 'wait') continue;
      if (result.became === 'valid') this.validate(ctx, document, uuid, result, connection);
      else {
        const errors = told.errors.get(uuid);
        if (errors) this.invalidOrRepeated(ctx, document, errors);
      }
    }
    submission.asked += 1;
  }

  /** What valid documents are asked for: the buyer's rejection request. @param found null where the service did not answer */
  rejections(ctx: Context, documents: readonly EinvoiceDocument[], found: readonly ServiceDocument[] | null): void {
    const byUuid = new Map((found ?? []).map((one) => [one.uuid, one]));
    const asked: EinvoiceDocument[] = [];
    for (const document of documents) {
      const { validated_at, environment, uuid } = document;
      const there = uuid === null ? undefined : byUuid.get(uuid);
      if (there?.rejection_at && document.rejected_at === null) {
        document.askRejection(there.rejection_at, there.reason);
        this.documents.save(ctx, document, 'request_rejection');
      } else {
        const next = nextRejectionAsking(validated_at ?? ctx.now, ctx.now, environment);
        const again = new Date(ctx.now.getTime() + UNANSWERED_MS);
        document.due_at = found === null && next !== null && again < next ? again : next;
        asked.push(document);
      }
    }
    this.documents.writeDue(ctx, asked);
  }

  /** A document that is not sent, or not again. */
  block(ctx: Context, document: EinvoiceDocument, code: string, path: string, message: Message): void {
    document.block([{ code, path, message: { en: message.in('en'), ms: message.in('ms') }, source: 'local' }]);
    this.documents.save(ctx, document, 'block');
    this.count(ctx, 'blocked');
  }

  /** It may have been received, and it is not known: a user decides. */
  giveUp(ctx: Context, document: EinvoiceDocument): void {
    this.block(ctx, document, 'OUTCOME_UNKNOWN', 'status', messages.outcomeUnknown());
  }

  /**
   * When a locked submission is looked at next, by what its documents wait for; it has ended where none does.
   * @param retry_after_ms the time that the service named
   */
  schedule(
    ctx: Context,
    submission: EinvoiceSubmission,
    documents: readonly EinvoiceDocument[],
    retry_after_ms: number | null = null,
  ): void {
    const { sent_at, answered_at, environment } = submission;
    const isUnsure = documents.some(({ status }) => status === 'sending');
    const waiting = documents.filter(({ status }) => status === 'submitted');
    const since = answered_at ?? sent_at;
    const times = [
      isUnsure ? nextSearch(since, ctx.now, this.times.resendMs) : null,
      waiting.length > 0 ? nextAsking(waiting[0]?.submitted_at ?? since, ctx.now, environment) : null,
    ].filter((time) => time !== null);
    const earliest = ctx.now.getTime() + (retry_after_ms ?? 0);
    submission.status = isUnsure ? 'unsure' : waiting.length > 0 ? 'received' : 'ended';
    submission.due_at =
      times.length === 0 ? null : new Date(Math.max(earliest, Math.min(...times.map((time) => time.getTime()))));
    this.submissions.save(ctx, submission);
  }

  /** Documents of a submission in a status, locked. */
  async lockOf(ctx: Context, submission_id: string, status: 'sending' | 'submitted'): Promise<EinvoiceDocument[]> {
    const ids = await this.submissions.idsOf(ctx, submission_id, status);
    const locked = await this.documents.lockAll(ctx, ids);
    return locked.filter((one) => one.status === status && one.submission_id === submission_id);
  }

  private submittedAs(ctx: Context, document: EinvoiceDocument, submission: EinvoiceSubmission, as: SubmittedAs): void {
    if (as.became === 'submitted') return this.take(ctx, document, submission, as.uuid, as.submission_uid);
    if (as.became === 'invalid') return this.invalidate(ctx, document, as.errors);
    const original = as.became === 'duplicate' ? originalOf(as.errors) : null;
    if (original !== null) return this.take(ctx, document, submission, original, null);
    // Of one that went before, the first time may have reached the service.
    if (as.became !== 'later' || submission.sends > 1) return this.count(ctx, 'unsure');
    document.requeue(nextTry(document.attempts, ctx.now, as.retry_after_ms));
    this.update(ctx, document, ['status', 'due_at', 'submission_id', 'correlation_id']);
    this.count(ctx, 'later');
  }

  private take(
    ctx: Context,
    document: EinvoiceDocument,
    submission: EinvoiceSubmission,
    uuid: string,
    submission_uid: string | null,
  ): void {
    document.submit(uuid, submission_uid, ctx.now);
    submission.submission_uid ??= submission_uid;
    this.update(ctx, document, ['status', 'uuid', 'submission_uid', 'submitted_at', 'correlation_id']);
    this.count(ctx, 'submitted');
  }

  private validate(
    ctx: Context,
    document: EinvoiceDocument,
    uuid: string,
    { long_id, validated_at }: { long_id: string; validated_at: Date },
    { verificationUrl }: Pick<EinvoiceConnection, 'verificationUrl'>,
  ): void {
    const cancel_until = new Date(validated_at.getTime() + CANCEL_MS);
    const validation_url = verificationUrl(uuid, long_id);
    const due_at = nextRejectionAsking(validated_at, ctx.now, document.environment);
    document.validate({ long_id, validated_at, cancel_until, validation_url }, due_at);
    this.documents.save(ctx, document, 'validate');
    this.count(ctx, 'valid');
    this.tellBuyer(ctx, document, validation_url);
  }

  /** A buyer who asked for it without an account is told where to see it. */
  private tellBuyer(ctx: Context, { requested_in, buyer, number, environment }: EinvoiceDocument, url: string): void {
    if (requested_in === null || buyer === null || buyer.email === null) return;
    const is_simulated = environment === 'simulator';
    const validation_url = this.address.complete(url);
    this.letters.tellBuyer(ctx, { name: buyer.name, number, validation_url, is_simulated }, buyer.email, requested_in);
  }

  /** A second submission of a document is invalid as its duplicate: the first one is the document. */
  private invalidOrRepeated(ctx: Context, document: EinvoiceDocument, errors: readonly ServiceError[]): void {
    const original = document.attempts > 1 ? originalOf(errors) : null;
    if (original === null || original === document.uuid) return this.invalidate(ctx, document, errors);
    document.adopt(original);
    this.update(ctx, document, ['uuid', 'submission_uid']);
  }

  private invalidate(ctx: Context, document: EinvoiceDocument, errors: readonly ServiceError[]): void {
    document.invalidate(errors.map(keptServiceError));
    this.documents.save(ctx, document, 'invalidate');
    this.count(ctx, 'invalid');
  }

  private update(ctx: Context, document: EinvoiceDocument, names: readonly (keyof EinvoiceDocument & string)[]): void {
    this.documents.updateMany(ctx, [document], names, null, { tells: false });
  }

  private count(ctx: Context, outcome: EinvoiceOutcome): void {
    ctx.db.afterCommit(() => this.counted(outcome, 1));
  }
}

/** In English where the service has no Malay. */
const keptServiceError = ({ code, path, message: { en, ms } }: ServiceError): EinvoiceError => ({
  code,
  path: path ?? '',
  message: { en, ms: ms ?? en },
  source: 'service',
});
