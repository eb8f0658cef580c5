import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { EinvoiceSettingsService } from '../einvoice-settings.service.js';
import { EinvoiceDocumentRepository, type EinvoiceDocument } from '../record/index.js';
import { EinvoiceCommits } from '../sending/einvoice-commits.js';
import { EinvoiceSources, type SourceDocument } from '../source/index.js';
import { build } from './built-document.js';
import { EinvoiceMaker } from './einvoice-maker.js';

/** Notes about refunds that wait for the document that they change. */
@Injectable()
export class EinvoiceNotes {
  constructor(
    private readonly documents: EinvoiceDocumentRepository,
    private readonly sources: EinvoiceSources,
    private readonly settings: EinvoiceSettingsService,
    private readonly maker: EinvoiceMaker,
    private readonly commits: EinvoiceCommits,
  ) {}

  /** Builds the drafts of locked documents that are valid by now, which are queued, or blocked where they lack something. */
  async settle(ctx: Context, originals: readonly EinvoiceDocument[]): Promise<void> {
    if (originals.length === 0) return;
    const references = new Map(
      originals.map(({ id, number, uuid }) => [id, [{ einvoice_id: id, number, uuid }]] as const),
    );
    const drafts = await this.documents.lockDrafts(ctx, [...references.keys()]);
    if (drafts.length === 0) return;
    const settings = await this.settings.get(ctx);
    const sources = await this.sourcesOf(ctx, drafts);
    const { now } = ctx;
    for (const draft of drafts) {
      const source = sources.get(draft.source_id ?? '');
      const refers_to = references.get(draft.original_id ?? '');
      if (!source || !refers_to) continue;
      const { kind, number, buyer, exchange_rate } = draft;
      const { built, text } = build({ kind, number, source, settings, buyer, exchange_rate, refers_to, now });
      draft.settle(refers_to, built, now);
      if (text !== null) this.maker.keepText(ctx, draft, text);
      this.documents.save(ctx, draft, 'settle');
    }
    this.commits.wakeAfterCommit(ctx);
  }

  /** What notes are made of, by its ids: one statement for each kind. */
  private async sourcesOf(
    ctx: Context,
    drafts: readonly EinvoiceDocument[],
  ): Promise<ReadonlyMap<string, SourceDocument>> {
    const refs = drafts.flatMap(({ source }) => source ?? []);
    const found: SourceDocument[] = [];
    for (const { module, kind } of new Map(refs.map((ref) => [`${ref.module} ${ref.kind}`, ref])).values()) {
      const ids = refs.filter((ref) => ref.module === module && ref.kind === kind).map(({ id }) => id);
      found.push(...((await this.sources.of(module, kind)?.read(ctx, kind, ids)) ?? []));
    }
    return new Map(found.map((source) => [source.id, source]));
  }
}
