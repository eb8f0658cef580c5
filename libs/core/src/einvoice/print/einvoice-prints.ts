import { Injectable } from '@nestjs/common';
import { malaysianDay, type Context } from '@usaha/shared';
import type { SalesDocument } from '../../document/sales-document.js';
import { EventInterests } from '../../event/event-interests.js';
import { PublicAddress } from '../../public-address.js';
import type { Environment } from '../einvoice-settings.entity.js';
import { EinvoiceRequestLinks } from '../page/request-links.js';
import { endOfMonth } from '../page/request-time.js';
import type { EinvoiceStatus } from '../record/einvoice-lifecycle.js';
import { EinvoiceSources } from '../source/index.js';

/** The code of an e-invoice on the print of the document that it is made of. */
export interface PrintedEinvoiceCode {
  /** `validation`: where the valid e-invoice is seen; `request`: where its buyer asks for it. */
  leads_to: 'validation' | 'request';
  url: string;
  /** The last day on which it can be asked for, YYYY-MM-DD (UTC+8); null of a valid one. */
  until: string | null;
  /** Whether the tax board does not know it. */
  is_simulated: boolean;
}

/** No row: e-invoices are off. A document without an e-invoice has the columns of the settings alone. */
const LOOK = `
  select s.environment, s.start_date::text, d.status, d.consolidated, d.validation_url
    from einvoice.settings s
    left join einvoice.links r on r.tenant_id = $1 and r.tenant_id = s.tenant_id and r.environment = s.environment
      and r.module = $2 and r.kind = $3 and r.source_id = $4
    left join einvoice.documents d on d.tenant_id = $1 and d.tenant_id = r.tenant_id and d.id = r.einvoice_id
   where s.tenant_id = $1 and s.enabled`;

type Looked = [
  environment: Environment,
  start_date: string | null,
  status: EinvoiceStatus | null,
  consolidated: boolean | null,
  validation_url: string | null,
];
type Printed = Pick<SalesDocument, 'source' | 'total' | 'is_cancelled' | 'voided'>;

/** What prints say of e-invoices. */
@Injectable()
export class EinvoicePrints {
  constructor(
    private readonly interests: EventInterests,
    private readonly sources: EinvoiceSources,
    private readonly links: EinvoiceRequestLinks,
    private readonly address: PublicAddress,
  ) {}

  /**
   * The code of a printed document: the page of its e-invoice once that is valid, the page on which it is asked for while it is pooled and
   * its month runs. One statement, and none where the tenant is known to issue no e-invoices.
   * @returns null for all others, and where the address of the service is not known
   */
  async codeOf(ctx: Context, printed: Printed): Promise<PrintedEinvoiceCode | null> {
    const { source } = printed;
    if (!source || this.interests.awaitsNone(ctx, this.sources.eventTypes)) return null;
    const { module, kind, id } = source;
    const [row] = await ctx.db.read(LOOK, [ctx.tenant_id, module, kind, id]);
    if (!row) return null;
    const [environment, start_date, status, consolidated, validation_url] = row as Looked;
    const is_simulated = environment === 'simulator';
    if (status === null) return this.requestOf(ctx, printed, start_date, is_simulated);
    if (status !== 'valid' || consolidated === true || validation_url === null) return null;
    return { leads_to: 'validation', url: this.address.complete(validation_url), until: null, is_simulated };
  }

  private requestOf(
    ctx: Context,
    { source, total, is_cancelled, voided }: Printed,
    start_date: string | null,
    is_simulated: boolean,
  ): PrintedEinvoiceCode | null {
    const base = this.address.reachable;
    if (!source || base === null || total === 0 || is_cancelled || voided) return null;
    const end = endOfMonth(malaysianDay(source.dated_at));
    const isEarlier = start_date !== null && malaysianDay(source.dated_at) < start_date;
    const url = isEarlier || ctx.now >= end ? null : this.links.urlOf(ctx, source, base);
    const until = malaysianDay(new Date(end.getTime() - 1));
    return url === null ? null : { leads_to: 'request', url, until, is_simulated };
  }
}
