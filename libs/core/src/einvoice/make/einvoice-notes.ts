import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { ConsolidatedBuilding } from '../consolidation/consolidated-building.js';
import { EinvoiceSettingsService, type ShownEinvoiceSettings } from '../einvoice-settings.service.js';
import { messages } from '../einvoice.messages.js';
import { EinvoiceDocumentRepository, keptErrors, type EinvoiceDocument } from '../record/index.js';
import { EinvoiceCommits } from '../sending/einvoice-commits.js';
import { EinvoiceSources, type SourceDocument } from '../source/index.js';
import { build, type Building } from './built-document.js';
import { EinvoiceMaker } from './einvoice-maker.js';

/** Notes about refunds that wait for the document that they change. */
@Injectable()
export class EinvoiceNotes {
  constructor(
    private readonly documents: EinvoiceDocumentRepository,
    private readonly sources: EinvoiceSources,
    private readonly settings: EinvoiceSettingsService,
    private readonly maker: EinvoiceMaker,
    private readonly consolidated: ConsolidatedBuilding,
    private readonly commits: EinvoiceCommits,
  ) {}

  /** Builds the drafts of locked documents that are valid by now and are not being cancelled, which are queued, or blocked where they lack something. */
  async settle(ctx: Context, locked: readonly EinvoiceDocument[]): Promise<void> {
    const originals = locked.filter(({ is_cancel_pending }) => !is_cancel_pending);
    if (originals.length === 0) return;
    const byId = new Map(originals.map((original) => [original.id, original]));
    const drafts = await this.documents.lockDrafts(ctx, [...byId.keys()]);
    if (drafts.length === 0) return;
    const settings = await this.settings.get(ctx);
    const sources = await this.sourcesOf(ctx, drafts);
    for (const draft of drafts) {
      const original = byId.get(draft.original_id ?? '');
      if (!original) continue;
      const source = sources.get(draft.source_id ?? '');
      const refers_to = [{ einvoice_id: original.id, number: original.number, uuid: original.uuid }];
      const building = await this.building(ctx, draft, { original, source, settings });
      if (building === null) {
        // What it was made of cannot be read any more: a user discards it.
        draft.block(keptErrors([sourceGone()]));
        this.documents.save(ctx, draft, 'block');
        continue;
      }
      const { built, text } = building;
      draft.settle(refers_to, built, ctx.now);
      if (text !== null) this.maker.keepText(ctx, draft, text);
      this.documents.save(ctx, draft, 'settle');
    }
    this.commits.wakeAfterCommit(ctx);
  }

  /** The text of a note; null where its document is not there any more. */
  private async building(
    ctx: Context,
    draft: EinvoiceDocument,
    told: { original: EinvoiceDocument; source: SourceDocument | undefined; settings: ShownEinvoiceSettings },
  ): Promise<Building | null> {
    const { original, source, settings } = told;
    // A retry may have given the original another buyer, or rate, than the draft was made with.
    const { buyer, exchange_rate } = original;
    const refers_to = [{ einvoice_id: original.id, number: original.number, uuid: original.uuid }];
    if (draft.consolidated) return this.consolidated.build(ctx, draft, { settings, refers_to, exchange_rate });
    const { kind, number } = draft;
    return source ? build({ kind, number, source, settings, buyer, exchange_rate, refers_to, now: ctx.now }) : null;
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

const sourceGone = () =>
  ({ code: 'ORIGINAL_INVALID', path: 'source', message: messages.sourceGone(), source: 'local' }) as const;
