import { Injectable } from '@nestjs/common';
import { malaysianDay, malaysianInstant, type Context } from '@usaha/shared';
import type { ModuleKey } from '../../module/catalogue.js';
import { lastDayOf, monthAt, monthPeriod, nextMonth, readMonth } from '../consolidation/consolidated-month.js';
import { limitRules, obligationOf } from '../einvoice-rules.js';
import { EinvoiceSettingsService } from '../einvoice-settings.service.js';
import { EinvoiceDocumentRepository, type EinvoiceDocument } from '../record/index.js';
import { EinvoiceSources, type FiguresTold, type SourceKind } from '../source/index.js';
import { overviewRows, type OverviewRow } from './overview-rows.js';

export type { OverviewRow } from './overview-rows.js';

/**
 * `late`: the month is not closed after the day by which it has to be; `blocked`: documents cannot be sent as they are;
 * `uninvoiced_payments`: a school was paid without an invoice, which no e-invoice tells of.
 */
export const overviewWarnings = ['late', 'blocked', 'uninvoiced_payments'] as const;
export type OverviewWarning = (typeof overviewWarnings)[number];

/** The documents of a month, by how far their e-invoices are. */
export interface EinvoiceOverview {
  /** YYYY-MM. */
  month: string;
  /** The last day on which the month may be consolidated, YYYY-MM-DD. */
  due_on: string;
  /** The last day on which buyers may ask for e-invoices of the month. */
  requests_until: string;
  /** The month is over, and nothing of it is pooled or blocked. */
  closed: boolean;
  /** Whether the business was in the relaxation of its group until the month's end. */
  in_relaxation: boolean;
  rows: OverviewRow[];
  /** The consolidated documents. */
  documents: EinvoiceDocument[];
  /** How many payments of the month are of no invoice. */
  uninvoiced_payments: number;
  warnings: OverviewWarning[];
}

const isStuck = ({ status }: EinvoiceDocument): boolean => status === 'blocked' || status === 'invalid';

/** Shows what has become of the documents of a month. */
@Injectable()
export class EinvoiceOverviewService {
  constructor(
    private readonly settings: EinvoiceSettingsService,
    private readonly sources: EinvoiceSources,
    private readonly documents: EinvoiceDocumentRepository,
  ) {}

  /** Costs a statement for each kind of documents. @param month YYYY-MM @throws invalid naming month */
  async of(ctx: Context, month: string): Promise<EinvoiceOverview> {
    const { record } = await this.settings.get(ctx);
    const period = monthPeriod(readMonth(month), record);
    const { environment, start_date } = record;
    const begun_at = start_date === null ? null : malaysianInstant(start_date, '00:00:00');
    const [rows, documents, uninvoiced_payments] = await Promise.all([
      this.rows(ctx, { period, environment, begun_at }),
      this.documents.consolidatedOf(ctx, environment, month),
      this.uninvoiced(ctx, period),
    ]);
    const due_on = dueOn(month);
    const isOpen = rows.some(({ pooled, blocked }) => pooled + blocked > 0) || documents.some(isStuck);
    const closed = month < monthAt(ctx.now) && !isOpen;
    const told = {
      late: record.enabled && !closed && malaysianDay(ctx.now) > due_on,
      blocked: rows.some(({ blocked }) => blocked > 0) || documents.some(isStuck),
      uninvoiced_payments: record.enabled && uninvoiced_payments > 0,
    };
    return {
      ...{ month, due_on, requests_until: lastDayOf(month), closed, rows, documents, uninvoiced_payments },
      in_relaxation: obligationOf(record.turnover_group, lastDayOf(month)).in_relaxation,
      warnings: overviewWarnings.filter((code) => told[code]),
    };
  }

  private async rows(ctx: Context, told: FiguresTold): Promise<OverviewRow[]> {
    const of = async (module: ModuleKey, kind: SourceKind): Promise<OverviewRow[]> => {
      const figures = (await this.sources.of(module, kind)?.figures(ctx, kind, told)) ?? [];
      return overviewRows(module, kind, figures);
    };
    return (await Promise.all(this.sources.known.map(({ module, kind }) => of(module, kind)))).flat();
  }

  private async uninvoiced(ctx: Context, period: FiguresTold['period']): Promise<number> {
    const sources = new Set(this.sources.known.map(({ source }) => source));
    const counts = await Promise.all(
      [...sources].map(async (one) => (await one.uninvoicedPayments?.(ctx, period)) ?? 0),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

/** The day by which a month has to be consolidated. */
function dueOn(month: string): string {
  const first = `${nextMonth(month)}-01`;
  const days = limitRules.filter(({ rule, from }) => rule === 'consolidate_days' && from <= first).at(-1)?.value ?? 7;
  return `${nextMonth(month)}-${String(days).padStart(2, '0')}`;
}
