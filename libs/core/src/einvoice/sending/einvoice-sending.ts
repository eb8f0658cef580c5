import { Injectable } from '@nestjs/common';
import { Database, type Context } from '@usaha/shared';
import type { SubmittedDocument } from '../client/index.js';
import { messages } from '../einvoice.messages.js';
import type { EinvoiceDocument } from '../record/einvoice-document.entity.js';
import { EinvoiceDocumentRepository } from '../record/einvoice-document.repository.js';
import type { EinvoiceSubmission } from '../record/einvoice-submission.entity.js';
import { EinvoiceText } from '../record/einvoice-text.entity.js';
import type { EinvoiceConnection } from './einvoice-connections.js';
import { EinvoiceOutcomes, EinvoiceTimes } from './einvoice-outcomes.js';
import { EinvoiceSubmissions } from './einvoice-submissions.js';
import { withIssueTime } from './issue-time.js';
import { isStale, nextTry } from './sending-times.js';
import { outcomeOfSubmission } from './submission-outcome.js';
import { halves, packed } from './submission-packing.js';

/** A submission that was committed, and its exact payload. */
interface Claimed {
  submission: EinvoiceSubmission;
  ids: string[];
  documents: SubmittedDocument[];
}

/**
 * Sends what is queued: one transaction commits that it is sent, the request is made with none open, another one writes
 * its answer. What a crash leaves between the two is searched for, and not sent again before.
 */
@Injectable()
export class EinvoiceSending {
  constructor(
    private readonly database: Database,
    private readonly documents: EinvoiceDocumentRepository,
    private readonly submissions: EinvoiceSubmissions,
    private readonly outcomes: EinvoiceOutcomes,
    private readonly times: EinvoiceTimes,
  ) {}

  /** Sends one submission of what is due. @returns whether more may be due */
  async send(tenant_id: string, connection: EinvoiceConnection, now: () => Date): Promise<boolean> {
    return this.sendAmong(tenant_id, connection, now, null);
  }

  /** Lets all that is due wait, while the tenant's sending rests. */
  async postpone(tenant_id: string, now: Date, until: Date): Promise<void> {
    await this.in(tenant_id, now, (ctx) => Promise.resolve(this.submissions.postponeAll(ctx, until)));
  }

  /** Sends the documents of a submission once more, with the texts that they had. */
  async resend(tenant_id: string, connection: EinvoiceConnection, now: () => Date, id: string): Promise<void> {
    const claimed = await this.in(tenant_id, now(), async (ctx) => this.claimOf(ctx, id));
    if (claimed) await this.request(tenant_id, connection, now, claimed);
  }

  private async sendAmong(
    tenant_id: string,
    connection: EinvoiceConnection,
    now: () => Date,
    among: readonly string[] | null,
  ): Promise<boolean> {
    const claimed = await this.in(tenant_id, now(), (ctx) => this.claim(ctx, connection, among));
    if (claimed === null) return false;
    const outcome = await this.request(tenant_id, connection, now, claimed);
    if (outcome.is_split)
      for (const half of halves(claimed.ids)) await this.sendAmong(tenant_id, connection, now, half);
    return !outcome.is_later;
  }

  private async request(
    tenant_id: string,
    connection: EinvoiceConnection,
    now: () => Date,
    { submission, documents }: Claimed,
  ): Promise<{ is_split: boolean; is_later: boolean }> {
    const answer = await connection.call((client, token) => client.submit(token, documents));
    const numbers = documents.map(({ number }) => number);
    const outcome = outcomeOfSubmission(numbers, answer);
    if (outcome.is_forbidden) await connection.rest('forbidden', now());
    const is_later = answer.outcome === 'later' || outcome.is_forbidden;
    await this.in(tenant_id, now(), async (ctx) => {
      await this.outcomes.submitted(ctx, submission, outcome);
      // What else is due would be refused as well.
      const wait = answer.outcome === 'later' ? answer.retry_after_ms : null;
      if (is_later) this.submissions.postpone(ctx, nextTry(1, ctx.now, wait));
    });
    return { is_split: outcome.is_split, is_later };
  }

  private async claim(
    ctx: Context,
    connection: EinvoiceConnection,
    among: readonly string[] | null,
  ): Promise<Claimed | null> {
    const ids = packed(await this.submissions.lockWaiting(ctx, among)).map(({ id }) => id);
    if (ids.length === 0) return null;
    const [found, texts] = await Promise.all([this.documents.lockAll(ctx, ids), this.documents.textsOf(ctx, ids)]);
    const { environment } = connection;
    const submission = this.submissions.begin(ctx, { environment, documents: found.length }, this.times.leaseMs);
    for (const document of found) document.send(submission.id);
    const bodies = new Map(texts.map(({ id, body }) => [id, body ?? '']));
    const sent = this.renew(ctx, connection, found, bodies);
    this.documents.updateMany(ctx, sent, ['status', 'submission_id', 'attempts', 'due_at', 'issued_at'], null, {
      tells: false,
    });
    if (sent.length === 0) return null;
    return { submission, ids: sent.map(({ id }) => id), documents: payloadOf(sent, bodies) };
  }

  /**
   * Gives documents that waited too long a new issue time: queued ones have surely not been received. Signed ones that cannot be signed
   * any more are blocked. @returns those that go
   */
  private renew(
    ctx: Context,
    connection: EinvoiceConnection,
    found: readonly EinvoiceDocument[],
    bodies: Map<string, string>,
  ): EinvoiceDocument[] {
    const isOld = ({ issued_at }: EinvoiceDocument): boolean => issued_at !== null && isStale(issued_at, ctx.now);
    const signer = found.some(isOld) ? connection.signer(ctx.now) : null;
    const renewed: EinvoiceText[] = [];
    const sent = found.filter((document) => {
      if (!isOld(document)) return true;
      const isSigned = document.ubl_version === '1.1';
      if (isSigned && signer === null) {
        this.outcomes.block(ctx, document, 'SELLER_INCOMPLETE', 'certificate', messages.certificateOver());
        return false;
      }
      const text = withIssueTime(bodies.get(document.id) ?? '', ctx.now, isSigned ? signer : null);
      document.issued_at = ctx.now;
      bodies.set(document.id, text);
      renewed.push(EinvoiceText.of(ctx.tenant_id, document.id, text));
      return true;
    });
    this.documents.keepTexts(ctx, renewed);
    return sent;
  }

  /** The documents of a submission that a search has begun to send once more; null where another instance did. */
  private async claimOf(ctx: Context, id: string): Promise<Claimed | null> {
    const submission = await this.submissions.find(ctx, id);
    const ids = await this.submissions.idsOf(ctx, id, 'sending');
    if (submission === null || ids.length === 0) return null;
    const [found, texts] = await Promise.all([this.documents.lockAll(ctx, ids), this.documents.textsOf(ctx, ids)]);
    const bodies = new Map(texts.map(({ id: of, body }) => [of, body ?? '']));
    return { submission, ids, documents: payloadOf(found, bodies) };
  }

  private in<T>(tenant_id: string, now: Date, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now }, work);
  }
}

/** In the order of the ids, so that the same documents make the same payload. */
const payloadOf = (documents: readonly EinvoiceDocument[], bodies: ReadonlyMap<string, string>): SubmittedDocument[] =>
  [...documents]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, number }) => ({ number, text: bodies.get(id) ?? '' }));
