import { Injectable } from '@nestjs/common';
import { DomainError, invalid, malaysianDay, type Context, type Language } from '@usaha/shared';
import { ModuleService } from '../../module/module.service.js';
import { TenantRepository } from '../../tenant/tenant.repository.js';
import { EinvoiceBuyer, type BuyerDetails } from '../buyer.entity.js';
import { EinvoiceSettingsService, type ShownEinvoiceSettings } from '../einvoice-settings.service.js';
import { messages } from '../einvoice.messages.js';
import { EinvoiceDocumentService, EinvoiceMaker, documentBuyer } from '../make/index.js';
import { HOME, readAddress, type PartyAddress } from '../party-fields.js';
import { EinvoiceDocumentRepository, EinvoiceLinks, type EinvoiceDocument } from '../record/index.js';
import { EinvoiceSources, type SourceDocument, type SourceRef } from '../source/index.js';
import { endOfMonth } from './request-time.js';

/** `asked`: an e-invoice is under way; `issued`: it is valid; `closed`: the month is over, or the document was consolidated. */
export const requestStates = ['open', 'asked', 'issued', 'closed'] as const;
export type RequestState = (typeof requestStates)[number];

/** What the buyer's page shows: no party but the business, and no line. */
export interface EinvoiceRequestPage {
  business: string;
  number: string;
  /** YYYY-MM-DD (UTC+8). */
  date: string;
  total: number;
  currency: string;
  state: RequestState;
  /** Requests are taken before this moment. */
  until: Date;
}

/** A buyer as the page takes it: the parts of the address are among the other fields. */
export type PageBuyer = Omit<BuyerDetails, 'address'> & PartyAddress;

const DAY_MS = 86_400_000;
/** So long after the month the page shows nothing. */
const SHOWN_AFTERWARDS_MS = 60 * DAY_MS;

interface Seen {
  page: EinvoiceRequestPage;
  source: SourceDocument;
  settings: ShownEinvoiceSettings;
  /** The document of the source that waits for a buyer. */
  waiting: EinvoiceDocument | null;
}

/** The page on which the buyer of a document asks for its e-invoice, without an account. */
@Injectable()
export class EinvoiceRequestPages {
  constructor(
    private readonly tenants: TenantRepository,
    private readonly modules: ModuleService,
    private readonly settings: EinvoiceSettingsService,
    private readonly sources: EinvoiceSources,
    private readonly links: EinvoiceLinks,
    private readonly documents: EinvoiceDocumentRepository,
    private readonly maker: EinvoiceMaker,
    private readonly einvoices: EinvoiceDocumentService,
  ) {}

  /**
   * In the context's tenant.
   * @returns null where there is no such document, 60 days after its month, with e-invoices off, and where the business is suspended or
   * does without the module
   */
  async shown(ctx: Context, ref: SourceRef): Promise<EinvoiceRequestPage | null> {
    return (await this.look(ctx, ref, false))?.page ?? null;
  }

  /**
   * Asks for the e-invoice, with the source locked: of several who ask, and a consolidation, one comes first.
   * @param language that of the letter by which the buyer is told that it is valid
   * @returns null as `shown`
   * @throws conflict unless the state is open; invalid naming the field
   */
  async ask(ctx: Context, ref: SourceRef, told: PageBuyer, language: Language): Promise<EinvoiceRequestPage | null> {
    const seen = await this.look(ctx, ref, true);
    if (seen === null) return null;
    const { page, source, settings, waiting } = seen;
    if (page.state !== 'open') throw new DomainError('conflict', refusals[page.state]());
    const { details, buyer } = buyerOf(told);
    if (waiting) await this.einvoices.retry(ctx, waiting.id, { buyer: details, requested_in: language });
    else
      await this.maker.make(ctx, {
        ...{ source, settings, buyer: documentBuyer(buyer), exchange_rate: null, requested_in: language },
      });
    return { ...page, state: 'asked' };
  }

  private async look(ctx: Context, { module, kind, id }: SourceRef, lock: boolean): Promise<Seen | null> {
    const [tenant, disabled] = await Promise.all([this.tenants.find(ctx, ctx.tenant_id), this.modules.disabledIn(ctx)]);
    if (!tenant?.is_active || disabled.includes(module)) return null;
    const settings = await this.settings.get(ctx);
    if (!settings.record.enabled) return null;
    const [source] = (await this.sources.of(module, kind)?.read(ctx, kind, [id], lock)) ?? [];
    if (!source || source.changes !== null) return null;
    const { number, dated_at, total, currency } = source;
    const date = malaysianDay(dated_at);
    const until = endOfMonth(date);
    if (ctx.now.getTime() >= until.getTime() + SHOWN_AFTERWARDS_MS) return null;
    const { state, waiting } = await this.stateOf(ctx, source, settings, until);
    return { page: { business: tenant.name, number, date, total, currency, state, until }, source, settings, waiting };
  }

  private async stateOf(
    ctx: Context,
    source: SourceDocument,
    { record: { environment, start_date } }: ShownEinvoiceSettings,
    until: Date,
  ): Promise<{ state: RequestState; waiting: EinvoiceDocument | null }> {
    const linked = (await this.links.of(ctx, environment, source, [source.id])).get(source.id);
    if (linked?.consolidated) return { state: 'closed', waiting: null };
    const isEarlier = start_date !== null && malaysianDay(source.dated_at) < start_date;
    const isOver = source.is_cancelled || source.total === 0 || isEarlier || ctx.now >= until;
    if (!linked) return { state: isOver ? 'closed' : 'open', waiting: null };
    const document = await this.documents.get(ctx, linked.einvoice_id);
    // Of a total that may not be pooled: it waits for its buyer.
    const waits = document.status === 'blocked' && document.buyer === null;
    if (waits) return { state: isOver ? 'closed' : 'open', waiting: document };
    return { state: document.status === 'valid' ? 'issued' : 'asked', waiting: null };
  }
}

const refusals = {
  asked: messages.requestAsked,
  issued: messages.requestAsked,
  closed: messages.requestClosed,
};

/** @throws invalid naming the field of the page */
function buyerOf(told: PageBuyer): { details: BuyerDetails; buyer: EinvoiceBuyer } {
  const { line1, line2, line3, city, postcode, state, country, ...fields } = told;
  const address = readAddress(null, { line1, line2, line3, city, postcode, state, country });
  const details = { ...fields, address };
  const buyer = new EinvoiceBuyer();
  buyer.describe(details);
  // MyInvois refuses an address in Malaysia without its state, and this buyer is not asked again.
  if (buyer.address?.country === HOME && buyer.address.state === null)
    throw invalid('state', messages.noState({ field: 'state' }));
  return { details, buyer };
}
