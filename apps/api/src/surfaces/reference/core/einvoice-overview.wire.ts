import {
  einvoiceKinds,
  einvoiceStatuses,
  moduleKeys,
  overviewWarnings,
  sourceKinds,
  type EinvoiceKind,
  type EinvoiceOverview,
  type EinvoiceStatus,
  type ModuleKey,
  type OverviewRow,
  type SourceKind,
} from '@usaha/core';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';

const moduleChoices = choices('ModuleKey', moduleKeys);
const sourceKindChoices = choices('SourceKind', sourceKinds);
const kindChoices = choices('EinvoiceKind', einvoiceKinds);
const statusChoices = choices('EinvoiceStatus', einvoiceStatuses);

/** GET /api/v1/einvoices/overview/. */
export class EinvoiceOverviewQuery {
  @param.text('Month (UTC+8), YYYY-MM', '2026-10', { max: 7 }) month?: string;
}

@field.record('Documents of one kind and currency of a month')
class OverviewRowView implements OverviewRow {
  @field.choice('Industry', moduleChoices) module!: ModuleKey;
  @field.choice('Which documents', sourceKindChoices) kind!: SourceKind;
  @field.text('Currency of the sums', 'MYR', { max: 3 }) currency!: string;
  @field.count('How many there are', 420) count!: number;
  @field.money('Their sum', 8412.5) total!: number;
  @field.count('With a separate e-invoice', 2) individual!: number;
  @field.money('Their sum', 212.5) individual_total!: number;
  @field.count('In consolidated e-invoices', 410) consolidated!: number;
  @field.money('Their sum', 8000) consolidated_total!: number;
  @field.count('In none, until consolidation', 5) pooled!: number;
  @field.money('Their sum', 100) pooled_total!: number;
  @field.count('In e-invoices that are blocked or invalid', 1) blocked!: number;
  @field.money('Their sum', 100) blocked_total!: number;
  @field.count('In none: of 0, cancelled, or a refund of what is in none', 2) not_counted!: number;
  @field.money('Their sum', 0) not_counted_total!: number;
}

@field.record('A consolidated e-invoice of a month')
class OverviewDocumentView {
  @field.id('Id') id!: string;
  @field.text('Number', 'CON-2026-000001') number!: string;
  @field.choice('Invoice, or note about refunds', kindChoices) kind!: EinvoiceKind;
  @field.choice('How far it is', statusChoices) status!: EinvoiceStatus;
}

@field.record('Documents of a month, by how far their e-invoices are (A-529)')
export class EinvoiceOverviewView {
  @field.text('Month', '2026-10') month!: string;
  @field.day('Last day on which the month may be consolidated', '2026-11-07') due_on!: string;
  @field.day('Last day on which buyers may ask for e-invoices of it', '2026-10-31') requests_until!: string;
  @field.flag('Whether it is over, and nothing of it is left', false) closed!: boolean;
  @field.flag('Whether sales of any total may be consolidated', true) in_relaxation!: boolean;
  @field.nestedList('By kind and currency; kinds without documents have no row', OverviewRowView)
  rows!: OverviewRowView[];
  @field.nestedList('The consolidated e-invoices', OverviewDocumentView) documents!: OverviewDocumentView[];
  @field.count('Payments of a school of which a part settles no invoice', 0) uninvoiced_payments!: number;
  @field.texts('LATE, BLOCKED, UNINVOICED_PAYMENTS', ['LATE']) warnings!: string[];
}

export const einvoiceOverviewView = ({
  rows,
  documents,
  warnings,
  ...same
}: EinvoiceOverview): EinvoiceOverviewView => ({
  ...same,
  rows,
  documents: documents.map(({ id, number, kind, status }) => ({ id, number, kind, status })),
  warnings: overviewWarnings.filter((code) => warnings.includes(code)).map((code) => code.toUpperCase()),
});
