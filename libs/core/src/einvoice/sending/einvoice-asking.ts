import { Injectable } from '@nestjs/common';
import { Database, type Context } from '@usaha/shared';
import { retryAfter, type ServiceDocument, type ServiceError } from '../client/index.js';
import { EinvoiceChanges } from '../following/einvoice-changes.js';
import { EinvoiceNotes } from '../make/einvoice-notes.js';
import { ReleasedSources } from '../notes/released-sources.js';
import type { EinvoiceDocument } from '../record/einvoice-document.entity.js';
import { EinvoiceDocumentRepository } from '../record/einvoice-document.repository.js';
import type { EinvoiceSubmission } from '../record/einvoice-submission.entity.js';
import type { EinvoiceConnection } from './einvoice-connections.js';
import { EinvoiceOutcomes, EinvoiceTimes } from './einvoice-outcomes.js';
import { EinvoiceSubmissions, type DueValid } from './einvoice-submissions.js';
import { EinvoiceSearch } from './einvoice-search.js';
import { afterSearch } from './sending-times.js';

/** Submissions of a tenant that are looked at in a turn. */
const MOST_A_TURN = 10;
/** Invalid documents of a submission whose details are asked for in a turn; the others follow with the next question. */
const MOST_DETAILS = 20;

/** Asks the service what became of submissions, and searches those of unknown outcome. */
@Injectable()
export class EinvoiceAsking {
  constructor(
    private readonly database: Database,
    private readonly documents: EinvoiceDocumentRepository,
    private readonly submissions: EinvoiceSubmissions,
    private readonly outcomes: EinvoiceOutcomes,
    private readonly search: EinvoiceSearch,
    private readonly times: EinvoiceTimes,
    private readonly notes: EinvoiceNotes,
    private readonly released: ReleasedSources,
    private readonly changes: EinvoiceChanges,
  ) {}

  /** Looks after what is due. @returns ids of submissions that are to be made once more */
  async askDue(tenant_id: string, connection: EinvoiceConnection, now: () => Date): Promise<string[]> {
    const [due, valid] = await this.in(tenant_id, now(), (ctx) =>
      Promise.all([this.submissions.due(ctx, MOST_A_TURN), this.submissions.dueValid(ctx, MOST_A_TURN)]),
    );
    const again: string[] = [];
    for (const submission of due) {
      if (submission.status === 'received') await this.askResults(tenant_id, connection, now, submission);
      else {
        const resent = await this.lookFor(tenant_id, connection, now, submission);
        if (resent !== null) again.push(resent);
      }
    }
    for (const some of valid) await this.askRejections(tenant_id, connection, now, some);
    return again;
  }

  private async askResults(
    tenant_id: string,
    connection: EinvoiceConnection,
    now: () => Date,
    submission: EinvoiceSubmission,
  ): Promise<void> {
    const documents = await this.in(tenant_id, now(), (ctx) =>
      this.documents.ofSubmission(ctx, submission.id, 'submitted'),
    );
    const { told, retry_after_ms } = await this.resultsOf(connection, submission, documents);
    const errors = await this.errorsOf(connection, documents, told);
    await this.in(tenant_id, now(), async (ctx) => {
      const locked = await this.submissions.lockSame(ctx, submission);
      if (locked === null) return;
      const waiting = await this.outcomes.lockOf(ctx, locked.id, 'submitted');
      this.outcomes.results(ctx, locked, waiting, { documents: told, errors }, connection);
      this.outcomes.schedule(ctx, locked, waiting, retry_after_ms);
      const valid = waiting.filter(({ status }) => status === 'valid');
      await this.changes.settled(ctx, waiting);
      await this.notes.settle(ctx, valid);
      await this.released.release(ctx, valid);
    });
  }

  /** A document that was adopted as another one's duplicate is of an earlier submission: it is asked for by itself. */
  private async resultsOf(
    connection: EinvoiceConnection,
    { submission_uid: uid }: EinvoiceSubmission,
    documents: readonly EinvoiceDocument[],
  ): Promise<{ told: ServiceDocument[]; retry_after_ms: number | null }> {
    const told: ServiceDocument[] = [];
    let retry_after_ms: number | null = null;
    if (uid !== null) {
      const answer = await connection.call((client, token) => client.submission(token, uid));
      if (answer.outcome === 'done') told.push(...answer.value.documents);
      else retry_after_ms = retryAfter(answer);
    }
    const others = documents.filter(({ submission_uid }) => submission_uid === null || submission_uid !== uid);
    for (const { uuid } of others.slice(0, MOST_DETAILS)) {
      const answer = await connection.call((client, token) => client.details(token, uuid ?? ''));
      if (answer.outcome === 'done') told.push(answer.value.document);
    }
    return { told, retry_after_ms };
  }

  private async errorsOf(
    connection: EinvoiceConnection,
    documents: readonly EinvoiceDocument[],
    told: readonly ServiceDocument[],
  ): Promise<Map<string, ServiceError[]>> {
    const own = new Set(documents.map(({ uuid }) => uuid));
    const invalid = told.filter(({ uuid, status }) => status === 'invalid' && own.has(uuid)).slice(0, MOST_DETAILS);
    const errors = new Map<string, ServiceError[]>();
    for (const { uuid } of invalid) {
      const answer = await connection.call((client, token) => client.details(token, uuid));
      if (answer.outcome === 'done') errors.set(uuid, answer.value.errors);
    }
    return errors;
  }

  /** @returns the id of the submission that is to be made once more */
  private async lookFor(
    tenant_id: string,
    connection: EinvoiceConnection,
    now: () => Date,
    submission: EinvoiceSubmission,
  ): Promise<string | null> {
    const sought = await this.in(tenant_id, now(), (ctx) => this.documents.ofSubmission(ctx, submission.id, 'sending'));
    const { found, isComplete, retry_after_ms } = await this.search.of(connection, submission, sought, now());
    return this.in(tenant_id, now(), async (ctx) => {
      const locked = await this.submissions.lockSame(ctx, submission);
      if (locked === null) return null;
      const documents = await this.outcomes.lockOf(ctx, locked.id, 'sending');
      locked.asked += 1;
      const missing = this.outcomes.adopt(ctx, locked, documents, found);
      const again = isComplete ? this.afterSearch(ctx, locked, missing) : null;
      const submitted = await this.outcomes.lockOf(ctx, locked.id, 'submitted');
      this.outcomes.schedule(
        ctx,
        locked,
        [...documents, ...submitted].filter(({ submission_id }) => submission_id === locked.id),
        retry_after_ms,
      );
      return again;
    });
  }

  private afterSearch(
    ctx: Context,
    submission: EinvoiceSubmission,
    missing: readonly EinvoiceDocument[],
  ): string | null {
    const { sends, created_at, sent_at, answered_at } = submission;
    const since = { submissions: sends, first_sent_at: created_at, sent_at: answered_at ?? sent_at };
    const next = afterSearch(since, ctx.now, this.times.resendMs);
    if (next === 'give_up') for (const document of missing) this.outcomes.giveUp(ctx, document);
    if (next !== 'resend' || missing.length === 0) return null;
    const again = this.submissions.begin(
      ctx,
      { environment: submission.environment, documents: missing.length },
      this.times.leaseMs,
      submission,
    );
    for (const document of missing) document.sendAgain(again.id);
    this.documents.updateMany(ctx, missing, ['submission_id', 'attempts'], null, { tells: false });
    return again.id;
  }

  private async askRejections(
    tenant_id: string,
    connection: EinvoiceConnection,
    now: () => Date,
    { submission_uid, ids }: DueValid,
  ): Promise<void> {
    const answer = await connection.call((client, token) => client.submission(token, submission_uid));
    const found = answer.outcome === 'done' ? answer.value.documents : null;
    await this.in(tenant_id, now(), async (ctx) => {
      const documents = await this.documents.lockAll(ctx, ids);
      this.outcomes.rejections(
        ctx,
        documents.filter(({ status, is_cancel_pending }) => status === 'valid' && !is_cancel_pending),
        found,
      );
    });
  }

  private in<T>(tenant_id: string, now: Date, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now }, work);
  }
}
