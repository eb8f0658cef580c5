import { Injectable } from '@nestjs/common';
import { DomainError, drawNumbers, type Context } from '@usaha/shared';
import type { ModuleKey } from '../../module/catalogue.js';
import { EinvoiceSettingsService, type ShownEinvoiceSettings } from '../einvoice-settings.service.js';
import { messages } from '../einvoice.messages.js';
import { buildContent } from '../make/built-document.js';
import {
  EinvoiceDocument,
  EinvoiceDocumentRepository,
  EinvoiceLinks,
  EinvoiceText,
  typeCodes,
  type EinvoiceKind,
} from '../record/index.js';
import { EinvoiceCommits } from '../sending/einvoice-commits.js';
import { EinvoiceSources, type SourceKind, type SourcePage } from '../source/index.js';
import { HOME_CURRENCY, headOf, taxRulesOf } from './consolidated-head.js';
import { partsOf, type ConsolidatedPart } from './consolidated-lines.js';
import { lastMonthPeriod, periodOf } from './consolidated-month.js';
import { PooledNotes } from './pooled-notes.js';
import { PooledSources, type PooledTold } from './pooled-sources.js';
import { runsOf, type CountedSource } from './runs.js';

/** Documents of industries that are consolidated at once. */
const MOST_AT_ONCE = 20_000;
const SERIES = { name: 'einvoice.consolidated', prefix: 'CON' };

/** Where a consolidation goes on: the last document of each kind of a module that was looked at. */
export type ConsolidationProgress = ReadonlyMap<ModuleKey, ReadonlyMap<SourceKind, SourcePage['after']>>;
const FROM_THE_BEGINNING: ConsolidationProgress = new Map();

/** What a consolidation came to. */
export interface Consolidated {
  /** YYYY-MM. */
  month: string;
  /** Whether nothing of the month is left; otherwise it is asked again. */
  complete: boolean;
  documents: EinvoiceDocument[];
}

/** What documents of one kind and currency of a module are made of. */
interface MakingTold {
  settings: ShownEinvoiceSettings;
  module: ModuleKey;
  month: string;
  kind: EinvoiceKind;
  currency: string;
  /** Of a note. */
  original?: EinvoiceDocument;
}

/** Consolidates documents that have no separate e-invoice, and refunds of consolidated ones. */
@Injectable()
export class ConsolidationService {
  constructor(
    private readonly settings: EinvoiceSettingsService,
    private readonly sources: EinvoiceSources,
    private readonly links: EinvoiceLinks,
    private readonly documents: EinvoiceDocumentRepository,
    private readonly commits: EinvoiceCommits,
  ) {}

  /**
   * One document for each module and currency, or several where one would be too large, then notes about refunds of consolidated
   * documents, one for each of these; at most 20,000 documents of industries at once. Another currency than MYR is blocked until a
   * retry tells its exchange rate.
   * @param month YYYY-MM, that is over; in the simulator the running one too @param module all unless given
   * @throws conflict EINVOICES_OFF; invalid naming month
   */
  async consolidate(ctx: Context, month: string, module: ModuleKey | null = null): Promise<Consolidated> {
    let progress = FROM_THE_BEGINNING;
    for (;;) {
      const { next, ...made } = await this.goOn(ctx, month, { module, progress });
      // Thousands that come to nothing are in no document, and would be met again.
      if (made.complete || made.documents.length > 0) return made;
      progress = next;
    }
  }

  /** One step of it. @param progress what steps before it have done @returns also where the next step goes on */
  async goOn(
    ctx: Context,
    month: string,
    { module = null, progress }: { module?: ModuleKey | null; progress: ConsolidationProgress },
  ): Promise<Consolidated & { next: ConsolidationProgress }> {
    const settings = await this.settings.get(ctx);
    if (!settings.record.enabled) throw new DomainError('conflict', messages.einvoicesOff(), { code: 'EINVOICES_OFF' });
    const period = periodOf(ctx, month, settings.record);
    const { environment } = settings.record;
    const modules = new Set(this.sources.known.map((one) => one.module).filter((one) => (module ?? one) === one));
    let left = MOST_AT_ONCE;
    const pools: { told: PooledTold; pooled: PooledSources }[] = [];
    // All is read before the first record is locked.
    for (const one of modules) {
      const after = progress.get(one) ?? new Map<SourceKind, SourcePage['after']>();
      const rules = taxRulesOf(settings, one);
      const told = { module: one, environment, period, rules, after, most: left };
      const pooled = new PooledSources(this.sources, this.links, told);
      await pooled.collect(ctx);
      left -= pooled.taken;
      pools.push({ told, pooled });
    }
    const documents: EinvoiceDocument[] = [];
    let complete = true;
    for (const { told, pooled } of pools) {
      const same = { settings, month, module: told.module };
      for (const [currency, counted] of await pooled.counted(ctx))
        documents.push(...(await this.make(ctx, { ...same, kind: 'invoice', currency }, counted)));
      const over = { ...told, most: left };
      const notes = new PooledNotes(this.sources, this.links, this.documents, over);
      const last = lastMonthPeriod(ctx.now);
      for (const { original, kind, changes } of await notes.collected(
        ctx,
        pooled.later.filter(({ dated_at }) => dated_at < last.before),
      )) {
        const { currency } = original;
        documents.push(...(await this.make(ctx, { ...same, kind, currency, original }, changes)));
      }
      left -= notes.taken;
      complete &&= !pooled.isMore && !notes.isMore;
    }
    if (documents.length > 0) this.commits.wakeAfterCommit(ctx);
    return { month, complete, documents, next: new Map(pools.map(({ told, pooled }) => [told.module, pooled.last])) };
  }

  /** Documents of one kind and currency. */
  private async make(ctx: Context, told: MakingTold, counted: readonly CountedSource[]): Promise<EinvoiceDocument[]> {
    const { settings, month, kind, currency, original } = told;
    const head = headOf(settings, {
      ...{ type_code: typeCodes[kind], month, currency, issued_at: ctx.now },
      exchange_rate: currency === HOME_CURRENCY ? null : (original?.exchange_rate ?? null),
      refers_to: original ? [{ number: original.number, uuid: original.uuid ?? '' }] : [],
    });
    const parts = [...partsOf(runsOf(counted), head)];
    const numbers = parts.length === 0 ? [] : await drawNumbers(ctx, SERIES, parts.length);
    return parts.map(({ lines, rounding, ...part }, i) => {
      const number = numbers[i] as string;
      const content = { ...head, number, lines, rounding };
      return this.insert(ctx, { ...told, ...part, number }, buildContent(content, settings, ctx.now));
    });
  }

  private insert(
    ctx: Context,
    told: MakingTold & Omit<ConsolidatedPart, 'lines' | 'rounding'> & { number: string },
    { built, text }: ReturnType<typeof buildContent>,
  ): EinvoiceDocument {
    const { settings, module, month, kind, original, number, count, refs } = told;
    const { environment } = settings.record;
    const uuid = original?.status === 'valid' ? original.uuid : null;
    const refers_to = original ? [{ einvoice_id: original.id, number: original.number, uuid }] : [];
    // The text of a note is written when its original is valid.
    const isDraft = original !== undefined && uuid === null;
    const identity = {
      ...{ kind, number, environment, module, source: null, consolidated: true, month },
      ...{ sources: count, person_id: null, refers_to },
    };
    const document = EinvoiceDocument.of(identity, isDraft ? { ...built, errors: [] } : built, ctx.now).giveId(ctx.now);
    this.documents.insert(ctx, document);
    if (text !== null && !isDraft) this.documents.keepTexts(ctx, [EinvoiceText.of(ctx.tenant_id, document.id, text)]);
    this.links.add(ctx, environment, document.id, refs);
    return document;
  }
}
