import { Injectable } from '@nestjs/common';
import { malaysianDay, type Context, type Language } from '@usaha/shared';
import type { DocumentBuyer } from '../document/index.js';
import type { ShownEinvoiceSettings } from '../einvoice-settings.service.js';
import {
  EinvoiceDocument,
  EinvoiceDocumentRepository,
  EinvoiceLinks,
  EinvoiceText,
  alreadyIn,
  type EinvoiceError,
  type EinvoiceIdentity,
  type EinvoiceReference,
  type NotedLine,
} from '../record/index.js';
import { EinvoiceCommits } from '../sending/einvoice-commits.js';
import { EinvoiceSources, type SourceDocument, type SourceRef } from '../source/index.js';
import { build } from './built-document.js';
import { NoteLimits } from '../notes/note-limits.js';
import { contentLines } from './source-lines.js';

/** What a document is made with; its source is locked. */
export interface MakingTold {
  source: SourceDocument;
  settings: ShownEinvoiceSettings;
  /** null: it is blocked. */
  buyer: DocumentBuyer | null;
  exchange_rate: number | null;
  /** The language of the buyer who asks for it on the page of the source; null unless given. */
  requested_in?: Language | null;
}

/** Longest number that MyInvois takes. */
const MOST_NUMBER = 50;

/** Makes e-invoices of documents of industries, with their texts and links. */
@Injectable()
export class EinvoiceMaker {
  constructor(
    private readonly documents: EinvoiceDocumentRepository,
    private readonly links: EinvoiceLinks,
    private readonly sources: EinvoiceSources,
    private readonly commits: EinvoiceCommits,
    private readonly limits: NoteLimits,
  ) {}

  /**
   * A document of a source, and drafts of the notes about its earlier refunds.
   * @throws conflict ALREADY_INVOICED or ALREADY_CONSOLIDATED with `details.einvoice_id`
   */
  async make(ctx: Context, told: MakingTold): Promise<EinvoiceDocument> {
    const { source, settings } = told;
    const { environment } = settings.record;
    const linked = (await this.links.of(ctx, environment, source, [source.id])).get(source.id);
    if (linked) throw alreadyIn(linked);
    const changes = await this.changesOf(ctx, source, settings);
    const numbers = await this.numbersFor(ctx, settings, [source, ...changes]);
    const document = this.insert(ctx, told, numbers);
    const reference = { einvoice_id: document.id, number: document.number, uuid: null };
    for (const change of changes)
      this.insert(ctx, { ...told, source: change, requested_in: null }, numbers, {
        ...{ reference, noted: notedOf(source, change, settings), errors: [] },
      });
    this.wake(ctx, document);
    return document;
  }

  /**
   * Notes about the refunds and credit notes of a source that are in no document yet. They wait where its locked document is not valid,
   * or is being cancelled.
   */
  async makeNotes(
    ctx: Context,
    { source, settings, original }: Pick<MakingTold, 'source' | 'settings'> & { original: EinvoiceDocument },
  ): Promise<void> {
    const changes = await this.changesOf(ctx, source, settings);
    if (changes.length === 0) return;
    const { id: einvoice_id, number, status, uuid, buyer, exchange_rate, is_cancel_pending } = original;
    const isThere = status === 'valid' && !is_cancel_pending;
    const numbers = await this.numbersFor(ctx, settings, changes);
    const reference = { einvoice_id, number, uuid: isThere ? uuid : null };
    for (const change of changes) {
      const noted = notedOf(source, change, settings);
      const errors = isThere ? await this.limits.errorsOf(ctx, einvoice_id, noted) : [];
      const told = { source: change, settings, buyer, exchange_rate };
      this.wake(ctx, this.insert(ctx, told, numbers, { reference, noted, errors }));
    }
  }

  /** Writes the text of a document that was built. */
  keepText(ctx: Context, { id }: EinvoiceDocument, text: string): void {
    this.documents.keepTexts(ctx, [EinvoiceText.of(ctx.tenant_id, id, text)]);
  }

  /** Has a queued document sent as soon as it is committed. */
  wake(ctx: Context, { status }: EinvoiceDocument): void {
    if (status === 'queued') this.commits.wakeAfterCommit(ctx);
  }

  /** Refunds and credit notes of a source that are in no document. */
  private async changesOf(
    ctx: Context,
    { module, kind, id }: SourceRef,
    { record: { environment } }: ShownEinvoiceSettings,
  ): Promise<SourceDocument[]> {
    const refs = (await this.sources.of(module, kind)?.changesOf(ctx, kind, [id])) ?? [];
    const found: SourceDocument[] = [];
    for (const changed of new Set(refs.map((ref) => ref.kind))) {
      const ids = refs.flatMap((ref) => (ref.kind === changed ? [ref.id] : []));
      const linked = await this.links.of(ctx, environment, { module, kind: changed }, ids);
      const free = ids.filter((one) => !linked.has(one));
      found.push(...((await this.sources.of(module, changed)?.read(ctx, changed, free)) ?? []));
    }
    return found.filter(({ total, is_cancelled }) => total !== 0 && !is_cancelled);
  }

  /** Printed numbers; of one that another document has, with the module behind it, and counted where that one is taken too. */
  private async numbersFor(
    ctx: Context,
    { record: { environment } }: ShownEinvoiceSettings,
    sources: readonly SourceDocument[],
  ): Promise<ReadonlyMap<string, string>> {
    const wanted = sources.map((source) => [source.number, numbersOf(source)] as const);
    const all = wanted.flatMap(([, numbers]) => numbers);
    const taken = await this.documents.takenNumbers(ctx, environment, all);
    return new Map(
      wanted.map(([number, numbers]) => [number, numbers.find((one) => !taken.has(one)) ?? (numbers.at(-1) as string)]),
    );
  }

  private insert(
    ctx: Context,
    { source, settings, buyer, exchange_rate, requested_in = null }: MakingTold,
    numbers: ReadonlyMap<string, string>,
    of?: { reference: EinvoiceReference; noted: readonly NotedLine[]; errors: readonly EinvoiceError[] },
  ): EinvoiceDocument {
    const refers_to = of ? [of.reference] : [];
    const { module, kind, id, subject } = source;
    const number = numbers.get(source.number) ?? source.number;
    const identity: EinvoiceIdentity = {
      ...{ kind: kindOf(source), number, environment: settings.record.environment, module },
      source: { module, kind, id },
      consolidated: false,
      month: malaysianDay(source.dated_at).slice(0, 7),
      sources: 1,
      person_id: subject !== null && subject.module !== 'logistics' ? subject.id : null,
      refers_to,
      requested_in,
    };
    const { now } = ctx;
    const { built, text } = build({
      ...{ kind: identity.kind, number, source, settings, buyer, exchange_rate, refers_to, now },
    });
    const errors = [...built.errors, ...(of?.errors ?? [])];
    const document = EinvoiceDocument.of(identity, { ...built, errors }, now).giveId(now);
    if (of) document.noted = of.noted;
    this.documents.insert(ctx, document);
    if (text !== null) this.keepText(ctx, document, text);
    this.links.add(ctx, identity.environment, document.id, [{ module, kind, id }]);
    return document;
  }
}

/** What a change takes off the lines of its document, whose places it has. */
function notedOf(original: SourceDocument, change: SourceDocument, settings: ShownEinvoiceSettings): NotedLine[] {
  const lines = contentLines(change, settings.record, settings.seller.sst_number !== null);
  return change.lines.flatMap(({ place }, i) => {
    const line = original.lines.findIndex((one) => one.place === place) + 1;
    return line === 0
      ? []
      : [{ line, taxes: (lines[i]?.taxes ?? []).map(({ taxable, amount }) => ({ taxable, amount })) }];
  });
}

/** How often a document is invoiced at most: again after notes of the whole have released it. */
const MOST_TIMES = 9;

const numbersOf = ({ number, module }: SourceDocument): string[] => {
  const further = Array.from({ length: MOST_TIMES - 1 }, (_, i) => `${number}/${module}/${i + 2}`);
  return [number, `${number}/${module}`, ...further].map((one) => one.slice(0, MOST_NUMBER));
};

/** What a document of an industry becomes: of a change a note, by whether money went back. */
export const kindOf = ({ changes, has_returned_money }: SourceDocument): EinvoiceIdentity['kind'] => {
  if (changes === null) return 'invoice';
  return has_returned_money ? 'refund_note' : 'credit_note';
};
