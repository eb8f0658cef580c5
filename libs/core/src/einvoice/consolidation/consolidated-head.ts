import { generalTins } from '@usaha/shared/malaysia';
import type { ModuleKey } from '../../module/catalogue.js';
import type { DocumentBuyer, EinvoiceContent, EinvoiceTypeCode } from '../document/index.js';
import type { ShownEinvoiceSettings } from '../einvoice-settings.service.js';
import type { ModuleTaxRules } from './consolidated-lines.js';
import { lastDayOf } from './consolidated-month.js';

/** Amounts in it need no exchange rate. */
export const HOME_CURRENCY = 'MYR';
const NONE = 'NA';

/** The buyer of consolidated documents (SG 3.6). */
export const generalPublic: DocumentBuyer = {
  ...{ name: 'General Public', tin: generalTins.public, id_type: 'BRN', id_value: NONE, sst_number: NONE },
  ...{ email: null, phone: NONE },
  address: { line1: NONE, line2: null, line3: null, city: null, postcode: null, state: '17', country: 'MYS' },
};

/** All that a consolidated document says, without its lines. */
export type ConsolidatedHead = Omit<EinvoiceContent, 'lines' | 'rounding'>;

/** A number as long as those that are drawn. */
const PLACE = 'CON-0000-000000';

/** What a head is written of. */
export interface HeadTold extends Pick<EinvoiceContent, 'currency' | 'exchange_rate' | 'refers_to'> {
  type_code: EinvoiceTypeCode;
  /** YYYY-MM. */
  month: string;
  issued_at: Date;
}

/** The head of a consolidated document; its number is set later, with as many characters. */
export const headOf = ({ seller, version }: ShownEinvoiceSettings, { month, ...told }: HeadTold): ConsolidatedHead => ({
  ...{ version, number: PLACE, seller, buyer: generalPublic, payment_mode: null },
  ...told,
  period: { from: `${month}-01`, to: lastDayOf(month) },
});

/** What decides about the taxes of a module's documents. */
export const taxRulesOf = ({ record, seller }: ShownEinvoiceSettings, module: ModuleKey): ModuleTaxRules => ({
  is_registered: seller.sst_number !== null,
  type: record.tax_types[module] ?? (module === 'retail' ? '01' : '02'),
});
