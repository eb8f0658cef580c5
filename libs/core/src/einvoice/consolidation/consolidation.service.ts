import { Injectable } from '@nestjs/common';
import { DomainError, drawNumbers, invalid, malaysianDay, malaysianInstant, type Context } from '@usaha/shared';
import { generalTins } from '@usaha/shared/malaysia';
import type { ModuleKey } from '../../module/catalogue.js';
import type { DocumentBuyer, EinvoiceContent } from '../document/index.js';
import { EinvoiceSettingsService, type ShownEinvoiceSettings } from '../einvoice-settings.service.js';
import { messages } from '../einvoice.messages.js';
import { buildContent } from '../make/index.js';
import { EinvoiceDocument, EinvoiceDocumentRepository, EinvoiceLinks, EinvoiceText } from '../record/index.js';
import { EinvoiceCommits } from '../sending/einvoice-commits.js';
import { EinvoiceSources } from '../source/index.js';
import { partsOf, type ConsolidatedPart } from './consolidated-lines.js';
import { PooledSources } from './pooled-sources.js';
import { runsOf } from './runs.js';

/** Documents of industries that are consolidated at once. */
const MOST_AT_ONCE = 20_000;
const SERIES = { name: 'einvoice.consolidated', prefix: 'CON' };
const NONE = 'NA';
const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/;

/** The buyer of consolidated documents (SG 3.6). */
const generalPublic: DocumentBuyer = {
  ...{ name: 'General Public', tin: generalTins.public, id_type: 'BRN', id_value: NONE, sst_number: NONE },
  ...{ email: null, phone: NONE },
  address: { line1: NONE, line2: null, line3: null, city: null, postcode: null, state: '17', country: 'MYS' },
};

/** What a consolidation came to. */
export interface Consolidated {
  /** YYYY-MM. */
  month: string;
  /** Whether nothing of the month is left; otherwise it is asked again. */
  complete: boolean;
  documents: EinvoiceDocument[];
}

/** Consolidates documents that have no separate e-invoice. */
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
   * One document for each module and currency, or several where one would be too large; at most 20,000 documents of industries at once.
   * @param month YYYY-MM, that is over; in the simulator the running one too @param module all unless given
   * @throws conflict EINVOICES_OFF; invalid naming month
   */
  async consolidate(ctx: Context, month: string, module: ModuleKey | null = null): Promise<Consolidated> {
    const settings = await this.settings.get(ctx);
    if (!settings.record.enabled) throw new DomainError('conflict', messages.einvoicesOff(), { code: 'EINVOICES_OFF' });
    const period = periodOf(ctx, month, settings);
    const modules = new Set(this.sources.known.map((one) => one.module).filter((one) => (module ?? one) === one));
    const documents: EinvoiceDocument[] = [];
    let [left, complete] = [MOST_AT_ONCE, true];
    for (const one of modules) {
      const pooled = this.pooled(settings, one, period, left);
      const parts: ConsolidatedPart[] = [];
      const head = headOf(settings, month, ctx.now);
      for await (const part of partsOf(runsOf(pooled.counted(ctx)), head)) parts.push(part);
      left -= parts.reduce((sum, { count }) => sum + count, 0);
      complete &&= !pooled.isMore;
      documents.push(...(await this.insert(ctx, settings, { module: one, month, head }, parts)));
    }
    if (documents.length > 0) this.commits.wakeAfterCommit(ctx);
    return { month, complete, documents };
  }

  private pooled(
    { record, seller }: ShownEinvoiceSettings,
    module: ModuleKey,
    period: { from: Date; before: Date },
    most: number,
  ): PooledSources {
    const type = record.tax_types[module] ?? (module === 'retail' ? '01' : '02');
    const rules = { is_registered: seller.sst_number !== null, type };
    const { environment } = record;
    return new PooledSources(this.sources, this.links, { module, environment, period, currency: 'MYR', rules, most });
  }

  private async insert(
    ctx: Context,
    settings: ShownEinvoiceSettings,
    { module, month, head }: { module: ModuleKey; month: string; head: Head },
    parts: readonly ConsolidatedPart[],
  ): Promise<EinvoiceDocument[]> {
    if (parts.length === 0) return [];
    const numbers = await drawNumbers(ctx, SERIES, parts.length);
    const { environment } = settings.record;
    return parts.map(({ lines, rounding, count, refs }, i) => {
      const number = numbers[i] as string;
      const { built, text } = buildContent({ ...head, number, lines, rounding }, settings, ctx.now);
      const identity = {
        ...({ kind: 'invoice', number, environment, module, source: null, consolidated: true, month } as const),
        ...{ sources: count, person_id: null, refers_to: [] },
      };
      const document = EinvoiceDocument.of(identity, built, ctx.now).giveId(ctx.now);
      this.documents.insert(ctx, document);
      if (text !== null) this.documents.keepTexts(ctx, [EinvoiceText.of(ctx.tenant_id, document.id, text)]);
      this.links.add(ctx, environment, document.id, refs);
      return document;
    });
  }
}

type Head = Omit<EinvoiceContent, 'lines' | 'rounding'>;

/** A number as long as those that are drawn. */
const PLACE = 'CON-0000-000000';

const headOf = ({ seller, version }: ShownEinvoiceSettings, month: string, issued_at: Date): Head => ({
  ...{ type_code: '01', version, number: PLACE, issued_at, currency: 'MYR', exchange_rate: null },
  period: { from: `${month}-01`, to: lastDayOf(month) },
  ...{ refers_to: [], seller, buyer: generalPublic, payment_mode: null },
});

const nextMonth = (month: string): string => {
  const [year, of] = month.split('-').map(Number) as [number, number];
  return of === 12 ? `${year + 1}-01` : `${year}-${String(of + 1).padStart(2, '0')}`;
};

function lastDayOf(month: string): string {
  const next = malaysianInstant(`${nextMonth(month)}-01`, '00:00:00');
  return malaysianDay(new Date(next.getTime() - 1));
}

/** The month in Malaysia from the day on which e-invoices were enabled first. @throws invalid naming month */
function periodOf(ctx: Context, month: string, { record }: ShownEinvoiceSettings): { from: Date; before: Date } {
  if (!MONTH.test(month)) throw invalid('month', messages.noMonth());
  const running = malaysianDay(ctx.now).slice(0, 7);
  const isOver = month < running || (month === running && record.environment === 'simulator');
  if (!isOver) throw invalid('month', messages.monthNotOver());
  const first = `${month}-01`;
  const { start_date } = record;
  const from = start_date !== null && start_date > first ? start_date : first;
  return {
    from: malaysianInstant(from, '00:00:00'),
    before: malaysianInstant(`${nextMonth(month)}-01`, '00:00:00'),
  };
}
