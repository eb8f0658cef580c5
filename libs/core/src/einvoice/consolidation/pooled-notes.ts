import type { Context } from '@usaha/shared';
import { kindOf } from '../make/einvoice-maker.js';
import type { EinvoiceDocument, EinvoiceDocumentRepository, EinvoiceKind, EinvoiceLinks } from '../record/index.js';
import type { EinvoiceSource, EinvoiceSources, SourceDocument, SourceKind, SourcePage } from '../source/index.js';
import { countedSource } from './consolidated-lines.js';
import type { PooledTold } from './pooled-sources.js';
import type { CountedSource } from './runs.js';

/** Heads of one page. */
const PAGE = 500;

/** Refunds of what one consolidated document says, by whether money went back. */
export interface NotedOriginal {
  original: EinvoiceDocument;
  kind: EinvoiceKind;
  /** In the order of their numbers. */
  changes: CountedSource[];
}

type NotesTold = Omit<PooledTold, 'after'>;
/** What refunds change, by the refund's id. */
type Changed = ReadonlyMap<string, NonNullable<SourceDocument['changes']>>;

/** Refunds and credit notes of a period that change consolidated documents and are in no e-invoice. */
export class PooledNotes {
  /** Whether more are left than were asked for. */
  isMore = false;
  /** How many were counted. */
  taken = 0;
  private readonly found = new Map<string, { original: string; kind: EinvoiceKind; changes: CountedSource[] }>();

  constructor(
    private readonly sources: EinvoiceSources,
    private readonly links: EinvoiceLinks,
    private readonly documents: EinvoiceDocumentRepository,
    private readonly told: NotesTold,
  ) {}

  /**
   * Those of each original, which is locked. One that is cancelled meanwhile has none.
   * @param later refunds of later months, that are over, of what was consolidated just now
   */
  async collected(ctx: Context, later: readonly SourceDocument[]): Promise<NotedOriginal[]> {
    const changed = new Map(later.flatMap((one) => (one.changes ? [[one.id, one.changes] as const] : [])));
    const originals = await this.originals(ctx, changed);
    for (const one of later) this.keep(one, originals.get(one.id));
    for (const { kind, source } of this.sources.known.filter((one) => one.module === this.told.module))
      if (kind === 'refund' || kind === 'credit_note') await this.find(ctx, source, kind);
    const ids = [...new Set([...this.found.values()].map(({ original }) => original))];
    const locked = ids.length === 0 ? [] : await this.documents.lockAll(ctx, ids);
    const live = new Map(locked.filter(isLive).map((one) => [one.id, one]));
    return [...this.found.values()].flatMap(({ original: id, kind, changes }) => {
      const original = live.get(id);
      return original ? [{ original, kind, changes: changes.sort((a, b) => (a.number < b.number ? -1 : 1)) }] : [];
    });
  }

  /** Goes through the refunds of the period that are in no e-invoice. */
  private async find(ctx: Context, source: EinvoiceSource, kind: SourceKind): Promise<void> {
    const { environment, period, most } = this.told;
    let after: SourcePage['after'] = null;
    while (!this.isMore) {
      const heads = await source.heads(ctx, kind, period, { after, limit: PAGE, unlinked_in: environment });
      const changed = new Map(
        heads.flatMap(({ id, changes, is_cancelled }) => (changes && !is_cancelled ? [[id, changes] as const] : [])),
      );
      const originals = await this.originals(ctx, changed);
      const some = [...originals.keys()].slice(0, most - this.taken);
      this.isMore = some.length < originals.size;
      const read = some.length === 0 ? [] : await source.read(ctx, kind, some);
      for (const one of read) this.keep(one, originals.get(one.id));
      const last = heads.at(-1);
      if (!last || heads.length < PAGE) return;
      after = { number: last.number, id: last.id };
    }
  }

  /** The consolidated document of what each refund changes, by the refund's id. */
  private async originals(ctx: Context, changed: Changed): Promise<ReadonlyMap<string, string>> {
    const { module, environment } = this.told;
    const found = new Map<string, string>();
    for (const kind of new Set([...changed.values()].map((one) => one.kind))) {
      const same = [...changed].filter(([, of]) => of.kind === kind);
      const ids = [...new Set(same.map(([, of]) => of.id))];
      const linked = await this.links.of(ctx, environment, { module, kind }, ids);
      for (const [id, of] of same) {
        const link = linked.get(of.id);
        if (link?.consolidated === true) found.set(id, link.einvoice_id);
      }
    }
    return found;
  }

  private keep(change: SourceDocument, original: string | undefined): void {
    if (original === undefined || change.is_cancelled || change.total === 0) return;
    const kind = kindOf(change);
    const key = `${original} ${kind}`;
    const group = this.found.get(key) ?? { original, kind, changes: [] };
    group.changes.push(countedSource(change, this.told.rules));
    this.found.set(key, group);
    this.taken += 1;
  }
}

const isLive = ({ status }: EinvoiceDocument): boolean => status !== 'cancelled' && status !== 'discarded';
