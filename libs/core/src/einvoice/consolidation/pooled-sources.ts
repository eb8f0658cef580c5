import type { Context } from '@usaha/shared';
import type { ModuleKey } from '../../module/catalogue.js';
import type { Environment } from '../einvoice-settings.entity.js';
import type { EinvoiceLinks } from '../record/index.js';
import type {
  EinvoiceSource,
  EinvoiceSources,
  HeadsPeriod,
  SourceDocument,
  SourceHead,
  SourceKind,
  SourcePage,
} from '../source/index.js';
import { countedSource, lessChanges, type ModuleTaxRules } from './consolidated-lines.js';
import type { CountedSource } from './runs.js';

/** Documents that are read whole at once. */
const READ_AT_ONCE = 500;

/** Which documents are collected. */
export interface PooledTold {
  module: ModuleKey;
  environment: Environment;
  period: HeadsPeriod;
  rules: ModuleTaxRules;
  /** Where pages of each kind go on; from the beginning unless told. */
  after: ReadonlyMap<SourceKind, SourcePage['after']>;
  /** How many documents at most. */
  most: number;
}

/** A document as it was read, and as it counts. */
interface Pooled {
  head: Pick<SourceHead, 'total' | 'is_cancelled' | 'currency'>;
  counted: CountedSource;
}

/** Documents of one kind, by their ids, in the order of their numbers. */
interface PooledKind {
  kind: SourceKind;
  source: EinvoiceSource;
  documents: Map<string, Pooled>;
}

/**
 * The documents of a module that are in no e-invoice. They are read whole without a lock, which takes seconds for many thousands, and
 * locked for what follows: the second reading is one statement.
 */
export class PooledSources {
  /** Whether more are left than were asked for. */
  isMore = false;
  /** How many were collected. */
  taken = 0;
  /** Where the next pages go on. */
  readonly last: Map<SourceKind, SourcePage['after']>;
  /** Refunds and credit notes of later months of what was counted. */
  readonly later: SourceDocument[] = [];
  private readonly kinds: PooledKind[] = [];

  constructor(
    private readonly sources: EinvoiceSources,
    private readonly links: EinvoiceLinks,
    private readonly told: PooledTold,
  ) {
    this.last = new Map(told.after);
  }

  /** Reads the documents, without a lock. */
  async collect(ctx: Context): Promise<void> {
    const { module, environment, period, most } = this.told;
    for (const { kind, source } of this.sources.known.filter((one) => one.module === module && isDocument(one.kind))) {
      if (this.isMore) return;
      const left = most - this.taken;
      const page = { after: this.last.get(kind) ?? null, limit: left + 1, unlinked_in: environment };
      const heads = await source.heads(ctx, kind, period, page);
      const some = heads.slice(0, left);
      this.isMore = heads.length > left;
      this.taken += some.length;
      const end = some.at(-1);
      if (end) this.last.set(kind, { number: end.number, id: end.id });
      this.kinds.push({ kind, source, documents: await this.read(ctx, source, kind, idsOf(some)) });
    }
  }

  /**
   * Locks what was read, and counts it without what refunds and credit notes of the period took off, by currency.
   * Documents that have an e-invoice by now are left out.
   */
  async counted(ctx: Context): Promise<ReadonlyMap<string, CountedSource[]>> {
    const found = new Map<string, CountedSource[]>();
    for (const kind of this.kinds) {
      await this.lock(ctx, kind);
      const changes = await this.changesOf(ctx, kind);
      for (const [id, { head, counted }] of kind.documents) {
        const same = found.get(head.currency) ?? [];
        same.push(lessChanges(counted, changes.get(id) ?? [], { ...this.told.rules, is_cancelled: head.is_cancelled }));
        found.set(head.currency, same);
      }
    }
    return found;
  }

  private async read(
    ctx: Context,
    source: EinvoiceSource,
    kind: SourceKind,
    ids: readonly string[],
  ): Promise<Map<string, Pooled>> {
    const documents = new Map<string, Pooled>();
    for (let i = 0; i < ids.length; i += READ_AT_ONCE) {
      const some = ids.slice(i, i + READ_AT_ONCE);
      const read = new Map((await source.read(ctx, kind, some)).map((document) => [document.id, document]));
      for (const id of some) {
        const document = read.get(id);
        if (!document) continue;
        const { total, is_cancelled, currency } = document;
        const counted = countedSource(document, this.told.rules);
        documents.set(id, { head: { total, is_cancelled, currency }, counted });
      }
    }
    return documents;
  }

  /** Locks documents of a kind. Those that have changed since they were read are read again. */
  private async lock(ctx: Context, { kind, source, documents }: PooledKind): Promise<void> {
    const { module, environment } = this.told;
    const ids = [...documents.keys()];
    if (ids.length === 0) return;
    const locked = await source.lockHeads(ctx, kind, ids);
    const live = new Set(idsOf(locked));
    const linked = await this.links.of(ctx, environment, { module, kind }, ids);
    for (const id of ids) if (linked.has(id) || !live.has(id)) documents.delete(id);
    const changed = locked.filter(({ id, total, is_cancelled }) => {
      const before = documents.get(id)?.head;
      return before && (before.total !== total || before.is_cancelled !== is_cancelled);
    });
    // A Map keeps the place of a key that is set once more.
    for (const [id, one] of await this.read(ctx, source, kind, idsOf(changed))) documents.set(id, one);
  }

  /** Refunds and credit notes until the end of the period that are in no e-invoice, by the document that they change. */
  private async changesOf(
    ctx: Context,
    { kind, source, documents }: PooledKind,
  ): Promise<ReadonlyMap<string, SourceDocument[]>> {
    const { module, environment, period } = this.told;
    const refs = await source.changesOf(ctx, kind, [...documents.keys()]);
    const changes = new Map<string, SourceDocument[]>();
    const [first] = refs;
    if (!first) return changes;
    const linked = await this.links.of(ctx, environment, { module, kind: first.kind }, idsOf(refs));
    const free = idsOf(refs).filter((id) => !linked.has(id));
    for (let i = 0; i < free.length; i += READ_AT_ONCE)
      for (const change of await source.read(ctx, first.kind, free.slice(i, i + READ_AT_ONCE)))
        if (change.dated_at >= period.before) this.later.push(change);
        else if (change.changes) changes.set(change.changes.id, [...(changes.get(change.changes.id) ?? []), change]);
    return changes;
  }
}

/** Whether a kind is a document by itself, and not what changes one. */
const isDocument = (kind: SourceKind): boolean => kind !== 'refund' && kind !== 'credit_note';

const idsOf = (some: readonly { id: string }[]): string[] => some.map(({ id }) => id);
