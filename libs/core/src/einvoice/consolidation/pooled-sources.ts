import type { Context } from '@usaha/shared';
import type { Environment } from '../einvoice-settings.entity.js';
import type { EinvoiceLinks } from '../record/index.js';
import type { EinvoiceSource, EinvoiceSources, SourceDocument, SourceHead, SourceRef } from '../source/index.js';
import type { ModuleKey } from '../../module/catalogue.js';
import { countedSource, type ModuleTaxRules } from './consolidated-lines.js';
import type { CountedSource } from './runs.js';

/** Heads of one page. */
const PAGE = 500;

/** Which documents are collected. */
export interface PooledTold {
  module: ModuleKey;
  environment: Environment;
  /** From, and until before. */
  period: { from: Date; before: Date };
  currency: string;
  rules: ModuleTaxRules;
  /** How many documents at most. */
  most: number;
}

/**
 * The documents of a module that are in no e-invoice, locked and counted, in the order of their numbers. Those of a total of 0 are
 * none. Only one page is held at a time.
 */
export class PooledSources {
  /** Whether more are left than were asked for. */
  isMore = false;
  private taken = 0;

  constructor(
    private readonly sources: EinvoiceSources,
    private readonly links: EinvoiceLinks,
    private readonly told: PooledTold,
  ) {}

  async *counted(ctx: Context): AsyncGenerator<readonly CountedSource[]> {
    const { module } = this.told;
    for (const { kind, source } of this.sources.known.filter((one) => one.module === module && isDocument(one.kind)))
      for await (const heads of this.pages(ctx, source, kind)) yield await this.count(ctx, source, heads);
  }

  /** Pages of heads that are in no e-invoice. */
  private async *pages(ctx: Context, source: EinvoiceSource, kind: SourceRef['kind']): AsyncGenerator<SourceHead[]> {
    const { module, environment, period, currency, most } = this.told;
    let after: SourceHead | null = null;
    while (!this.isMore) {
      const heads: SourceHead[] = await source.heads(ctx, kind, period, { after, limit: PAGE });
      if (heads.length === 0) return;
      const ids = heads.map(({ id }) => id);
      const linked = await this.links.of(ctx, environment, { module, kind }, ids);
      const free = heads.filter((head) => !linked.has(head.id) && head.total !== 0 && head.currency === currency);
      const some = free.slice(0, most - this.taken);
      this.taken += some.length;
      this.isMore = some.length < free.length;
      if (some.length > 0) yield some;
      after = heads.at(-1) ?? null;
      if (heads.length < PAGE) return;
    }
  }

  private async count(ctx: Context, source: EinvoiceSource, heads: readonly SourceHead[]): Promise<CountedSource[]> {
    const [{ kind }] = heads as [SourceHead];
    const ids = heads.map(({ id }) => id);
    const documents = new Map((await source.read(ctx, kind, ids, true)).map((document) => [document.id, document]));
    const changes = await this.changesOf(ctx, source, kind, ids);
    return ids.flatMap((id) => {
      const document = documents.get(id);
      if (!document) return [];
      const own = changes.filter((change) => change.changes?.id === id);
      return [countedSource(document, own, this.told.rules)];
    });
  }

  /** Refunds and credit notes until the end of the period that are in no e-invoice. */
  private async changesOf(
    ctx: Context,
    source: EinvoiceSource,
    kind: SourceRef['kind'],
    ids: readonly string[],
  ): Promise<SourceDocument[]> {
    const { module, environment, period } = this.told;
    const refs = await source.changesOf(ctx, kind, ids);
    const [first] = refs;
    if (!first) return [];
    const changed = refs.map(({ id }) => id);
    const linked = await this.links.of(ctx, environment, { module, kind: first.kind }, changed);
    const found = await source.read(
      ctx,
      first.kind,
      changed.filter((id) => !linked.has(id)),
    );
    return found.filter(({ dated_at }) => dated_at < period.before);
  }
}

/** Whether a kind is a document by itself, and not what changes one. */
const isDocument = (kind: SourceRef['kind']): boolean => kind !== 'refund' && kind !== 'credit_note';
