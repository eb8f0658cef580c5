import { Injectable } from '@nestjs/common';
import { money, type Context } from '@usaha/shared';
import type { ShownEinvoiceSettings } from '../einvoice-settings.service.js';
import { buildContent, type Building } from '../make/built-document.js';
import { EinvoiceLinks, type EinvoiceDocument, type EinvoiceReference } from '../record/index.js';
import { EinvoiceSources, type SourceDocument, type SourceKind, type SourceRef } from '../source/index.js';
import { HOME_CURRENCY, headOf, taxRulesOf } from './consolidated-head.js';
import { countedSource, lessChanges, lineOfRun } from './consolidated-lines.js';
import { hasValue, runsOf, type CountedSource } from './runs.js';

/** Documents that are read at once. */
const PAGE = 500;

/** What a consolidated document is built of once more. */
export interface RebuiltTold {
  settings: ShownEinvoiceSettings;
  /** MYR for one unit of the currency. */
  exchange_rate: number | null;
  refers_to: readonly EinvoiceReference[];
}

/** Builds consolidated documents again, of the documents of industries that they have links to. */
@Injectable()
export class ConsolidatedBuilding {
  constructor(
    private readonly sources: EinvoiceSources,
    private readonly links: EinvoiceLinks,
  ) {}

  /** The document as it is by now. The original of a note is valid. */
  async build(
    ctx: Context,
    document: EinvoiceDocument,
    { settings, exchange_rate, refers_to }: RebuiltTold,
  ): Promise<Building> {
    const { number, month, currency, type_code } = document;
    const runs = [...runsOf(await this.counted(ctx, document, settings))];
    const told = { type_code, month, currency, issued_at: ctx.now };
    const head = headOf(settings, {
      ...told,
      exchange_rate: currency === HOME_CURRENCY ? null : exchange_rate,
      refers_to: refers_to.map((one) => ({ number: one.number, uuid: one.uuid ?? '' })),
    });
    const lines = runs.filter(hasValue).map(lineOfRun);
    const rounding = money.add(0, ...runs.map((run) => run.rounding));
    return buildContent({ ...head, number, lines, rounding }, settings, ctx.now);
  }

  /** In the order of their numbers. */
  private async counted(
    ctx: Context,
    { id, module, kind }: EinvoiceDocument,
    settings: ShownEinvoiceSettings,
  ): Promise<CountedSource[]> {
    const rules = taxRulesOf(settings, module);
    const refs = await this.links.sourcesOf(ctx, id);
    const owned = kind === 'invoice' ? refs.filter((ref) => !isChange(ref)) : refs;
    const changes = new Map<string, SourceDocument[]>();
    if (kind === 'invoice')
      for await (const some of this.pages(ctx, refs.filter(isChange)))
        for (const change of some) {
          const id = change.changes?.id ?? '';
          changes.set(id, [...(changes.get(id) ?? []), change]);
        }
    const counted: Numbered[] = [];
    for await (const some of this.pages(ctx, owned))
      for (const source of some) {
        const { is_cancelled } = source;
        const one = lessChanges(countedSource(source, rules), changes.get(source.id) ?? [], { ...rules, is_cancelled });
        counted.push({ kind: source.kind, one });
      }
    return counted.sort(byNumber).map(({ one }) => one);
  }

  /** Documents by references, some of one kind at a time. */
  private async *pages(ctx: Context, refs: readonly SourceRef[]): AsyncGenerator<SourceDocument[]> {
    for (const { module, kind } of new Map(refs.map((ref) => [ref.kind, ref])).values()) {
      const ids = refs.filter((ref) => ref.kind === kind).map(({ id }) => id);
      for (let i = 0; i < ids.length; i += PAGE)
        yield (await this.sources.of(module, kind)?.read(ctx, kind, ids.slice(i, i + PAGE))) ?? [];
    }
  }
}

const isChange = ({ kind }: SourceRef): boolean => kind === 'refund' || kind === 'credit_note';

type Numbered = { kind: SourceKind; one: CountedSource };
const byNumber = (a: Numbered, b: Numbered): number => {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  return a.one.number < b.one.number ? -1 : 1;
};
