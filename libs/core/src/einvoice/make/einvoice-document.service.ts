import { Injectable } from '@nestjs/common';
import {
  DomainError,
  invalid,
  notFound,
  type Context,
  type Language,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { nouns } from '../../messages.js';
import { PublicAddress } from '../../public-address.js';
import { EinvoiceBuyer, type BuyerDetails } from '../buyer.entity.js';
import { EinvoiceBuyerRepository } from '../buyer.repository.js';
import type { DocumentBuyer } from '../document/index.js';
import { checkMessages } from '../document/check.messages.js';
import { ConsolidatedBuilding } from '../consolidation/consolidated-building.js';
import { EinvoiceSettingsService, type ShownEinvoiceSettings } from '../einvoice-settings.service.js';
import { messages } from '../einvoice.messages.js';
import { printedEinvoice, type PrintedEinvoice } from '../print/printed-einvoice.js';
import {
  EinvoiceDocumentRepository,
  EinvoiceLinks,
  keptErrors,
  type EinvoiceDocument,
  type EinvoiceQuery,
  type EinvoiceText,
} from '../record/index.js';
import { EinvoiceSources, type SourceDocument, type SourceRef } from '../source/index.js';
import { NoteLimits } from '../notes/note-limits.js';
import { WrittenNotesService } from '../notes/written-notes.service.js';
import { build, redated } from './built-document.js';
import { documentBuyer } from './document-buyer.js';
import { EinvoiceMaker } from './einvoice-maker.js';

/** The buyer that a request names: one that is kept, or its details; the subject's unless given. */
export interface ToldBuyer {
  buyer?: BuyerDetails | null;
  buyer_id?: string | null;
  /** MYR for one unit of the document's currency. */
  exchange_rate?: number | null;
}
/** What an e-invoice is asked with. */
export interface NewEinvoice extends ToldBuyer {
  source: SourceRef;
}
/** What a retry is asked with. */
export interface RetriedEinvoice extends ToldBuyer {
  /** That the service may have the document twice. */
  confirm?: boolean;
  /** The language of the buyer who asks for it on the page of its source. */
  requested_in?: Language;
}

/** The e-invoices of the context's tenant. The source is locked before documents are. */
@Injectable()
export class EinvoiceDocumentService {
  constructor(
    private readonly documents: EinvoiceDocumentRepository,
    private readonly links: EinvoiceLinks,
    private readonly settings: EinvoiceSettingsService,
    private readonly buyers: EinvoiceBuyerRepository,
    private readonly sources: EinvoiceSources,
    private readonly maker: EinvoiceMaker,
    private readonly notes: WrittenNotesService,
    private readonly limits: NoteLimits,
    private readonly address: PublicAddress,
    private readonly consolidated: ConsolidatedBuilding,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<EinvoiceDocument> {
    return this.documents.get(ctx, id);
  }

  /** One page, newest first. */
  list(ctx: Context, query: EinvoiceQuery, page: PageRequest): Promise<Page<EinvoiceDocument>> {
    return this.documents.list(ctx, query, page);
  }

  /** The text of a document, as it is sent. @throws not_found, also where it could not be built */
  async textOf(ctx: Context, id: string): Promise<EinvoiceText> {
    const [, text] = await Promise.all([this.documents.get(ctx, id), this.documents.textOf(ctx, id)]);
    if (text === null) throw notFound(nouns.einvoice_text);
    return text;
  }

  /** A document as it is printed. @throws not_found */
  async printed(ctx: Context, id: string): Promise<PrintedEinvoice> {
    const [document, text] = await Promise.all([this.documents.get(ctx, id), this.documents.textOf(ctx, id)]);
    const printed = printedEinvoice(document, text?.body ?? null);
    const { validation_url: url } = printed;
    return { ...printed, validation_url: url === null ? null : this.address.complete(url) };
  }

  /**
   * Makes a separate e-invoice of a document of an industry; its earlier refunds come with it.
   * @throws conflict EINVOICES_OFF, ALREADY_INVOICED, ALREADY_CONSOLIDATED; invalid naming source, buyer or the buyer's field
   */
  async create(ctx: Context, { source: ref, ...told }: NewEinvoice): Promise<EinvoiceDocument> {
    const settings = await this.enabled(ctx);
    const source = await this.sold(ctx, ref);
    const buyer = (await this.toldBuyer(ctx, told)) ?? (await this.buyerOf(ctx, source));
    if (buyer === null) throw invalid('buyer', messages.buyerUnknown());
    return this.maker.make(ctx, { source, settings, buyer, exchange_rate: told.exchange_rate ?? null });
  }

  /**
   * Builds a blocked or invalid one again, with the same number. Its errors say why it cannot be sent.
   * @throws not_found; conflict EINVOICES_OFF, WRONG_STATUS; invalid naming confirm, or the buyer's field
   */
  async retry(ctx: Context, id: string, told: RetriedEinvoice): Promise<EinvoiceDocument> {
    const { source: ref, original_id } = await this.documents.get(ctx, id);
    const settings = await this.enabled(ctx);
    const source = ref === null ? null : await this.read(ctx, ref);
    if (original_id !== null) await this.documents.lock(ctx, original_id);
    const document = await this.documents.lock(ctx, id);
    document.assertRetryable();
    if (told.confirm !== true && document.errors.some(({ code }) => code === 'OUTCOME_UNKNOWN'))
      throw invalid('confirm', messages.mustConfirm());
    if (told.requested_in !== undefined) document.requestIn(told.requested_in);
    if (source) await this.rebuild(ctx, document, source, settings, told);
    else if (document.reason !== null) await this.notes.rebuild(ctx, document, settings);
    else if (document.consolidated) await this.rebuildConsolidated(ctx, document, settings, told);
    else await this.requeue(ctx, document, settings);
    this.maker.wake(ctx, document);
    return this.documents.save(ctx, document, 'retry');
  }

  /** Its sources go back to the pool, and so do those of notes that wait for it. @throws not_found; conflict WRONG_STATUS */
  async discard(ctx: Context, id: string, reason: string | null): Promise<EinvoiceDocument> {
    const document = await this.documents.lock(ctx, id);
    document.discard(reason);
    const drafts = await this.documents.lockDrafts(ctx, [id]);
    for (const draft of drafts) {
      draft.block(keptErrors([originalGone()]));
      draft.discard(reason);
    }
    for (const one of [document, ...drafts]) {
      this.links.remove(ctx, one.id);
      this.documents.save(ctx, one, 'discard');
    }
    return document;
  }

  private async enabled(ctx: Context): Promise<ShownEinvoiceSettings> {
    const settings = await this.settings.get(ctx);
    if (settings.record.enabled) return settings;
    throw new DomainError('conflict', messages.einvoicesOff(), { code: 'EINVOICES_OFF' });
  }

  /** The source of a new document, locked. @throws invalid naming source */
  private async sold(ctx: Context, ref: SourceRef): Promise<SourceDocument> {
    const source = await this.read(ctx, ref);
    if (source === null || source.changes !== null) throw invalid('source', messages.noSource());
    if (source.total === 0 || source.is_cancelled) throw invalid('source', messages.sourceEmpty());
    return source;
  }

  private async read(ctx: Context, { module, kind, id }: SourceRef): Promise<SourceDocument | null> {
    const [source] = (await this.sources.of(module, kind)?.read(ctx, kind, [id], true)) ?? [];
    return source ?? null;
  }

  private async rebuild(
    ctx: Context,
    document: EinvoiceDocument,
    source: SourceDocument,
    settings: ShownEinvoiceSettings,
    told: RetriedEinvoice,
  ): Promise<void> {
    const { kind, number, refers_to } = document;
    const buyer = (await this.toldBuyer(ctx, told)) ?? document.buyer ?? (await this.buyerOf(ctx, source));
    const exchange_rate = told.exchange_rate ?? document.exchange_rate;
    const { now } = ctx;
    const { built, text } = build({ kind, number, source, settings, buyer, exchange_rate, refers_to, now });
    const { id, original_id, noted } = document;
    const beyond = original_id === null ? [] : await this.limits.errorsOf(ctx, original_id, noted, id);
    document.rebuild({ ...built, errors: [...built.errors, ...beyond] }, now);
    if (text !== null) this.maker.keepText(ctx, document, text);
  }

  /** Of all that it is linked to, as it stands now. Its buyer stays the general public. */
  private async rebuildConsolidated(
    ctx: Context,
    document: EinvoiceDocument,
    settings: ShownEinvoiceSettings,
    told: RetriedEinvoice,
  ): Promise<void> {
    const exchange_rate = told.exchange_rate ?? document.exchange_rate;
    const { refers_to } = document;
    const { built, text } = await this.consolidated.build(ctx, document, { settings, exchange_rate, refers_to });
    document.rebuild(built, ctx.now);
    if (text !== null) this.maker.keepText(ctx, document, text);
  }

  /** One of no single source: the same text with another time of issue. */
  private async requeue(ctx: Context, document: EinvoiceDocument, settings: ShownEinvoiceSettings): Promise<void> {
    const text = (await this.documents.textOf(ctx, document.id))?.body ?? null;
    if (text === null) return;
    this.maker.keepText(ctx, document, redated(text, settings, ctx.now));
    document.queue(ctx.now);
  }

  /** The buyer that a request names; null where it names none. @throws invalid naming the field */
  private async toldBuyer(ctx: Context, { buyer, buyer_id }: ToldBuyer): Promise<DocumentBuyer | null> {
    if (!buyer && !buyer_id) return null;
    if (buyer && buyer_id) throw invalid('buyer_id', messages.oneBuyer());
    if (buyer_id) {
      await this.buyers.assertExists(ctx, 'buyer_id', buyer_id);
      return documentBuyer(await this.buyers.get(ctx, buyer_id));
    }
    const told = new EinvoiceBuyer();
    within('buyer', () => told.describe(buyer ?? {}));
    return documentBuyer(told);
  }

  private async buyerOf(ctx: Context, { subject }: SourceDocument): Promise<DocumentBuyer | null> {
    const buyer = subject === null ? null : await this.buyers.ofSubject(ctx, subject);
    return buyer && documentBuyer(buyer);
  }
}

/** Names the fields of a nested object by its place in the body. */
function within(field: string, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof DomainError) || error.errors === undefined) throw error;
    const errors = error.errors.map((one) => ({ ...one, field: `${field}.${one.field}` }));
    throw new DomainError(error.kind, error.words, { code: error.code, errors });
  }
}

const originalGone = () =>
  ({
    code: 'ORIGINAL_INVALID',
    path: 'refers_to',
    message: checkMessages.noOriginal(),
    source: 'local',
  }) as const;
