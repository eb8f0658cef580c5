import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import type { ModuleKey } from '../../module/catalogue.js';
import type { BuyerSubject } from '../buyer.entity.js';
import type { Environment } from '../einvoice-settings.entity.js';

/** Documents of the industries that e-invoices are made of. The last two change an earlier one. */
export const sourceKinds = [
  'sale',
  'bill',
  'invoice',
  'visit',
  'package',
  'freight_invoice',
  'refund',
  'credit_note',
] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** Which document of an industry. */
export interface SourceRef {
  module: ModuleKey;
  kind: SourceKind;
  /** The id of the record that the document is of. */
  id: string;
}

/** One line of it, in amounts of the document's currency. */
export interface SourceLine {
  /** Its place in the document, from 1. A refund's line has the place of the line that it gives back. */
  place: number;
  /** What `classifications.by_category` is looked up by: the key of a category, type or service; null where it has none. */
  category: string | null;
  description: string;
  quantity: number;
  /** Of one unit, as it is printed; of a refund's line that of the original. null where only the amount is known. */
  unit_price: number | null;
  /** The charge for the line: after its own discount and its part of all others, without tax. */
  net: number;
  /** Percent. */
  tax_rate: number;
  tax_amount: number;
}

/** A document of an industry as it stands, with all that an e-invoice says of it. */
export interface SourceDocument extends SourceRef {
  /** The printed number. */
  number: string;
  /** The moment whose day (UTC+8) is the document's: creation; a sale's `sold_at`; a visit's completion. */
  dated_at: Date;
  /** Three letters. */
  currency: string;
  /** The document that a refund or credit note changes; null for all others. */
  changes: SourceRef | null;
  /** Of a refund or credit note: whether money went back (04) or not (02). */
  has_returned_money: boolean;
  /** The person or sender it was made for, where the tenant knows one. */
  subject: BuyerSubject | null;
  lines: readonly SourceLine[];
  /** Whether the unit prices have the tax in them. */
  taxes_within: boolean;
  /** Σ net + Σ tax_amount. */
  total: number;
  /** What cash was rounded by to five sen; 0 where nothing was. */
  rounding: number;
  /** As it was recorded; null where it is not known. */
  payment_method: string | null;
  is_cancelled: boolean;
}

/** What consolidation and figures need of a document, without its lines. */
export interface SourceHead extends SourceRef {
  number: string;
  dated_at: Date;
  changes: SourceRef | null;
  currency: string;
  total: number;
  is_cancelled: boolean;
}

/** A public event after which a document is looked at: it is there now, or was refunded, credited or cancelled. */
export interface SourceEvent {
  /** `retail.sale.created`. */
  type: string;
  kind: SourceKind;
  /** The key of its data that has the id of the document; of a refund the id of the document that it changes. */
  key: string;
  /** Whether the document was there before: no e-invoice is made of it, the one that it has follows it. */
  is_change?: boolean;
}

/** From, and until before. */
export interface HeadsPeriod {
  from: Date;
  before: Date;
}

/** A page of heads. */
export interface SourcePage {
  /** The last one of the page before. */
  after: { number: string; id: string } | null;
  limit: number;
  /** Given: those alone that have no e-invoice there, and a total other than 0. */
  unlinked_in?: Environment;
}

/** In which of the sums of a month a document is: five that exclude each other. */
export const sourcePlaces = ['individual', 'consolidated', 'pooled', 'blocked', 'not_counted'] as const;
export type SourcePlace = (typeof sourcePlaces)[number];

/** Documents of a kind, of one currency and place. */
export interface SourceFigure {
  currency: string;
  place: SourcePlace;
  count: number;
  total: number;
}

/** Of which documents figures are. */
export interface FiguresTold {
  period: HeadsPeriod;
  environment: Environment;
  /** E-invoices began then: a refund of what is earlier is in none. null: always. */
  begun_at: Date | null;
}

/** The documents of one industry. All methods run in the caller's transaction where there is one. */
export interface EinvoiceSource {
  readonly kinds: readonly SourceKind[];
  readonly events: readonly SourceEvent[];
  /**
   * Documents by their ids, whole; ids that are unknown, or of another tenant, are left out. One statement for each table, for any
   * number of ids.
   * @param lock holds the records until the transaction ends, so that none is cancelled meanwhile
   */
  read(ctx: Context, kind: SourceKind, ids: readonly string[], lock?: boolean): Promise<SourceDocument[]>;
  /** Documents whose moment lies in a period, in the order of number and id. */
  heads(ctx: Context, kind: SourceKind, period: HeadsPeriod, page: SourcePage): Promise<SourceHead[]>;
  /** Documents that change no other one, by their ids, locked until the transaction ends: one statement for any number of ids. */
  lockHeads(ctx: Context, kind: SourceKind, ids: readonly string[]): Promise<SourceHead[]>;
  /** Counts and sums of the documents of a period, by how far their e-invoices are: one statement. */
  figures(ctx: Context, kind: SourceKind, told: FiguresTold): Promise<SourceFigure[]>;
  /** How many payments of a period are of no document, where the industry takes such. */
  uninvoicedPayments?(ctx: Context, period: HeadsPeriod): Promise<number>;
  /** Refunds and credit notes of documents, oldest first. */
  changesOf(ctx: Context, kind: SourceKind, ids: readonly string[]): Promise<SourceRef[]>;
}

/** Which documents become e-invoices, by module. Each context registers its own in `onModuleInit`. */
@Injectable()
export class EinvoiceSources {
  private readonly sources = new Map<ModuleKey, EinvoiceSource>();
  private listener?: (source: EinvoiceSource) => void;

  /** @throws Error where one of the module is there already */
  register(module: ModuleKey, source: EinvoiceSource): void {
    if (this.sources.has(module)) throw new Error(`Documents of ${module} are known already`);
    this.sources.set(module, source);
    this.listener?.(source);
  }

  /** @param listener told of each that is registered from now on */
  onRegistered(listener: (source: EinvoiceSource) => void): void {
    this.listener = listener;
  }

  /** The documents of a module; undefined where it has none of that kind, or its context is not loaded. */
  of(module: ModuleKey, kind: SourceKind): EinvoiceSource | undefined {
    const source = this.sources.get(module);
    return source?.kinds.includes(kind) === true ? source : undefined;
  }

  /** Every event type by which the loaded contexts tell of their documents. */
  get eventTypes(): ReadonlySet<string> {
    return new Set([...this.sources.values()].flatMap(({ events }) => events.map(({ type }) => type)));
  }

  /** Every kind that the loaded contexts have. */
  get known(): readonly { module: ModuleKey; kind: SourceKind; source: EinvoiceSource }[] {
    return [...this.sources].flatMap(([module, source]) => source.kinds.map((kind) => ({ module, kind, source })));
  }
}
