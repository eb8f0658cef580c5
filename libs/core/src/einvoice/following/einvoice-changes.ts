import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { EinvoiceSettingsService, type ShownEinvoiceSettings } from '../einvoice-settings.service.js';
import { EinvoiceDocumentService, EinvoiceMaker } from '../make/index.js';
import { EinvoiceDocumentRepository, EinvoiceLinks, type EinvoiceDocument } from '../record/index.js';
import { EinvoiceCommits } from '../sending/einvoice-commits.js';
import { EinvoiceSources, type SourceDocument } from '../source/index.js';

/** What the service is told of a document whose source was cancelled. */
const REASON = 'Source document cancelled';
/** In which it may be at the service, or come there. */
const UNDER_WAY = new Set(['sending', 'submitted']);

/**
 * Follows what becomes of documents that have a separate e-invoice: notes about later refunds, and e-invoices of cancelled
 * documents. The source is locked before its e-invoice is.
 */
@Injectable()
export class EinvoiceChanges {
  constructor(
    private readonly settings: EinvoiceSettingsService,
    private readonly documents: EinvoiceDocumentRepository,
    private readonly links: EinvoiceLinks,
    private readonly sources: EinvoiceSources,
    private readonly maker: EinvoiceMaker,
    private readonly service: EinvoiceDocumentService,
    private readonly commits: EinvoiceCommits,
  ) {}

  /** @param source as it is now, locked; the event may be told twice */
  async follow(ctx: Context, source: SourceDocument, settings: ShownEinvoiceSettings): Promise<void> {
    const { environment } = settings.record;
    const linked = (await this.links.of(ctx, environment, source, [source.id])).get(source.id);
    if (!linked || linked.consolidated) return;
    const original = await this.documents.lock(ctx, linked.einvoice_id);
    if (original.kind !== 'invoice') return;
    const isStaying = !source.is_cancelled || (await this.sourceCancelled(ctx, original, settings));
    if (isStaying) await this.maker.makeNotes(ctx, { source, settings, original });
  }

  /**
   * Looks after locked documents whose sources were cancelled while they were on their way: valid ones are cancelled, and invalid
   * ones discarded.
   */
  async settled(ctx: Context, documents: readonly EinvoiceDocument[]): Promise<void> {
    const cancelled = documents.filter(({ warnings }) => warnings.includes('source_cancelled'));
    if (cancelled.length === 0) return;
    const settings = await this.settings.get(ctx);
    for (const document of cancelled) {
      if (document.status === 'valid' && !(await this.cancelOrWarn(ctx, document, settings)))
        await this.stays(ctx, document, settings);
      if (document.status === 'invalid') await this.service.discard(ctx, document.id, null);
    }
  }

  /** Makes notes about the credit notes of a cancelled source whose locked e-invoice the service does not cancel. */
  async refused(ctx: Context, document: EinvoiceDocument): Promise<void> {
    if (document.warnings.includes('source_cancelled')) await this.stays(ctx, document, await this.settings.get(ctx));
  }

  /** The source is read unlocked, since its e-invoice is locked already: an event follows each change of it. */
  private async stays(ctx: Context, original: EinvoiceDocument, settings: ShownEinvoiceSettings): Promise<void> {
    const { source: ref } = original;
    if (ref === null) return;
    const [source] = (await this.sources.of(ref.module, ref.kind)?.read(ctx, ref.kind, [ref.id])) ?? [];
    if (source) await this.maker.makeNotes(ctx, { source, settings, original });
  }

  /** @returns whether the e-invoice stays as it is */
  private async sourceCancelled(
    ctx: Context,
    original: EinvoiceDocument,
    settings: ShownEinvoiceSettings,
  ): Promise<boolean> {
    if (original.warnings.includes('source_cancelled')) return !original.is_cancel_pending;
    if (original.status === 'valid') return !(await this.cancelOrWarn(ctx, original, settings));
    if (UNDER_WAY.has(original.status)) {
      original.warn('source_cancelled');
      this.documents.save(ctx, original, 'warn');
    } else await this.service.discard(ctx, original.id, null);
    return false;
  }

  /** The service is asked by a round, with no transaction open. @returns whether it is */
  private async cancelOrWarn(
    ctx: Context,
    document: EinvoiceDocument,
    { record }: ShownEinvoiceSettings,
  ): Promise<boolean> {
    document.warn('source_cancelled');
    const { cancel_until, environment, id } = document;
    const isOpen = cancel_until !== null && cancel_until > ctx.now && environment === record.environment;
    const notes = await this.documents.notesOf(ctx, id);
    const isAsked = record.cancel_with_source && isOpen && notes.every(({ status }) => status === 'draft');
    if (isAsked && !document.is_cancel_pending) document.askCancel(REASON, ctx.now);
    this.documents.save(ctx, document, isAsked ? 'request_cancel' : 'warn');
    if (isAsked) this.commits.wakeAfterCommit(ctx);
    return isAsked;
  }
}
