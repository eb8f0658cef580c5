import { Injectable } from '@nestjs/common';
import { Database, DomainError, type Context, type Message } from '@usaha/shared';
import { retryAfter, type CallOutcome } from '../client/index.js';
import { EinvoiceSettingsRepository } from '../einvoice-settings.repository.js';
import { messages } from '../einvoice.messages.js';
import { EinvoiceChanges } from '../following/einvoice-changes.js';
import { EinvoiceNotes } from '../make/einvoice-notes.js';
import { einvoiceLifecycle } from '../record/einvoice-lifecycle.js';
import type { EinvoiceDocument } from '../record/einvoice-document.entity.js';
import { EinvoiceDocumentRepository } from '../record/einvoice-document.repository.js';
import { EinvoiceLinks } from '../record/einvoice-links.js';
import { EinvoiceConnections, type EinvoiceConnection } from './einvoice-connections.js';
import { EinvoiceTimes } from './einvoice-outcomes.js';
import { nextRejectionAsking } from './sending-times.js';

/** How soon the service is asked once more to cancel where it did not answer, unless it named a later time. */
const AGAIN_MS = 5_000;
/** How soon one is looked at again that is of another environment than that of the settings. */
const OTHER_ENVIRONMENT_MS = 3_600_000;
/** Cancellations of a tenant that a turn goes on with. */
const MOST_A_TURN = 10;

const refused = (code: 'WRONG_STATUS' | 'WINDOW_OVER' | 'ACTIVE_NOTES', message: Message): DomainError =>
  new DomainError('conflict', message, { code, errors: [{ field: 'status', message }] });

/** Why the service does not cancel (SDK, "Cancel Document"). */
const refusals: Readonly<Record<string, () => DomainError>> = {
  OperationPeriodOver: () => refused('WINDOW_OVER', messages.windowOver()),
  ActiveReferencingDocuments: () => refused('ACTIVE_NOTES', messages.activeNotes()),
};

const isDue = ({ due_at }: EinvoiceDocument, now: Date): boolean => due_at !== null && due_at <= now;

/**
 * Cancels valid e-invoices at the service. One transaction writes that it is asked, the request is made with none open, and
 * another one writes the answer. A job goes on with what was not answered, and with what a crash has left.
 */
@Injectable()
export class EinvoiceCancelling {
  constructor(
    private readonly database: Database,
    private readonly settings: EinvoiceSettingsRepository,
    private readonly documents: EinvoiceDocumentRepository,
    private readonly links: EinvoiceLinks,
    private readonly connections: EinvoiceConnections,
    private readonly times: EinvoiceTimes,
    private readonly notes: EinvoiceNotes,
    private readonly changes: EinvoiceChanges,
  ) {}

  /**
   * @param reason at most 300 characters
   * @returns the document: cancelled; still valid, with a warning, where the service did not answer
   * @throws not_found; conflict WRONG_STATUS, WINDOW_OVER, ACTIVE_NOTES
   */
  async cancel(ctx: Context, id: string, reason: string): Promise<EinvoiceDocument> {
    const asked = await this.begin(ctx, id, reason);
    await ctx.db.commitAndContinue();
    const connection = await this.connections.of(ctx.tenant_id, ctx.now);
    const answer = connection && (await this.ask(connection, asked));
    const document = await this.settle(ctx, asked, answer);
    if (answer?.outcome !== 'refused' || document.status !== 'valid') return document;
    // That it stays valid is kept, though the request is refused.
    await ctx.db.commitAndContinue();
    const known = answer.errors.map(({ code }) => refusals[code.split('/').at(-1) ?? '']).find((one) => one);
    throw known?.() ?? refused('WRONG_STATUS', messages.notCancelled());
  }

  /** Goes on with the cancellations of a tenant that are due. */
  async goOn(tenant_id: string, connection: EinvoiceConnection, now: () => Date): Promise<void> {
    const due = await this.in(tenant_id, now(), (ctx) => this.claim(ctx));
    for (const document of due) {
      const answer = await this.ask(connection, document);
      await this.in(tenant_id, now(), (ctx) => this.settle(ctx, document, answer));
    }
  }

  /** No other instance asks for them meanwhile; where this one dies, a round takes them up after the lease. */
  private async claim(ctx: Context): Promise<EinvoiceDocument[]> {
    const found = await this.documents.dueCancels(ctx, MOST_A_TURN);
    const locked = await this.documents.lockAll(
      ctx,
      found.map(({ id }) => id),
    );
    const due = locked.filter((one) => one.status === 'valid' && one.is_cancel_pending && isDue(one, ctx.now));
    for (const document of due) document.due_at = new Date(ctx.now.getTime() + this.times.leaseMs);
    this.documents.writeDue(ctx, due);
    return due;
  }

  private async begin(ctx: Context, id: string, reason: string): Promise<EinvoiceDocument> {
    const [settings, document] = await Promise.all([
      this.settings.find(ctx, ctx.tenant_id),
      this.documents.lock(ctx, id),
    ]);
    einvoiceLifecycle.after('cancel', document.status);
    if (settings?.environment !== document.environment) throw refused('WRONG_STATUS', messages.otherEnvironment());
    if (document.cancel_until === null || document.cancel_until <= ctx.now)
      throw refused('WINDOW_OVER', messages.windowOver());
    if (document.original_id !== null && !(await this.links.hasAny(ctx, document.original_id)))
      throw refused('WRONG_STATUS', messages.released());
    if ((await this.documents.notesOf(ctx, id)).some(({ status }) => status !== 'draft'))
      throw refused('ACTIVE_NOTES', messages.activeNotes());
    // The service may have the first reason.
    document.askCancel(
      document.is_cancel_pending ? (document.cancel_reason ?? reason) : reason,
      new Date(ctx.now.getTime() + this.times.leaseMs),
    );
    return this.documents.save(ctx, document, 'request_cancel');
  }

  /** A refusal says nothing of a document that is cancelled there: an earlier request, or one meanwhile, has reached the service. */
  private async ask(
    { environment, call }: EinvoiceConnection,
    { environment: of, uuid, cancel_reason }: EinvoiceDocument,
  ): Promise<CallOutcome<null>> {
    if (environment !== of)
      return { outcome: 'later', status: null, retry_after_ms: OTHER_ENVIRONMENT_MS, correlation_id: null };
    const answer = await call((client, token) => client.cancel(token, uuid ?? '', cancel_reason ?? ''));
    if (answer.outcome !== 'refused') return answer;
    const now = await call((client, token) => client.details(token, uuid ?? ''));
    const { correlation_id } = now;
    if (now.outcome !== 'done') return { outcome: 'unsure', status: null, correlation_id };
    return now.value.document.status === 'cancelled' ? { outcome: 'done', value: null, correlation_id } : answer;
  }

  /** @param answer null where the tenant's sending rests */
  private async settle(
    ctx: Context,
    { id, cancel_reason: reason }: EinvoiceDocument,
    answer: CallOutcome<null> | null,
  ): Promise<EinvoiceDocument> {
    const document = await this.documents.lock(ctx, id);
    const { status, validated_at, environment, cancel_reason } = document;
    if (status !== 'valid') return document;
    // Also where a second request was refused meanwhile, since the service had just done the first.
    if (answer?.outcome === 'done') {
      document.cancel(cancel_reason ?? reason, ctx.now);
      this.links.remove(ctx, id);
      await this.discardDrafts(ctx, id);
      return this.documents.save(ctx, document, 'cancel');
    }
    if (!document.is_cancel_pending) return document;
    if (answer?.outcome === 'refused') {
      document.refuseCancel(nextRejectionAsking(validated_at ?? ctx.now, ctx.now, environment));
      await this.notes.settle(ctx, [document]);
      await this.changes.refused(ctx, document);
      return this.documents.save(ctx, document, 'refuse_cancel');
    }
    document.due_at = new Date(ctx.now.getTime() + Math.max(AGAIN_MS, (answer && retryAfter(answer)) ?? 0));
    this.documents.writeDue(ctx, [document]);
    return document;
  }

  /** Drafts of notes have never been sent: they go with the document that they wait for. */
  private async discardDrafts(ctx: Context, id: string): Promise<void> {
    for (const draft of await this.documents.lockDrafts(ctx, [id])) {
      draft.block([]);
      draft.discard(null);
      this.links.remove(ctx, draft.id);
      this.documents.save(ctx, draft, 'discard');
    }
  }

  private in<T>(tenant_id: string, now: Date, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now }, work);
  }
}
