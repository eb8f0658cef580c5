import type { EinvoiceSettings, ShownEinvoiceSettings, SourceDocument } from '../../libs/core/src/einvoice/index.js';
import { einvoiceContent } from './einvoice-documents.js';

/** What unit tests of building e-invoices build them from. */

/** A sale of one line, in MYR, of a person. */
export const soldDocument: SourceDocument = {
  ...{ module: 'retail', kind: 'sale', id: 'a', number: 'INV-2026-000001', currency: 'MYR' },
  dated_at: new Date('2026-10-31T16:30:00Z'),
  changes: null,
  has_returned_money: false,
  subject: { module: 'retail', id: 'c' },
  lines: [
    {
      ...{ place: 1, category: 'makanan', description: 'Beras 5 kg', quantity: 3, unit_price: 19.9 },
      ...{ net: 53.73, tax_rate: 6, tax_amount: 3.22 },
    },
  ],
  taxes_within: false,
  total: 56.95,
  rounding: 0,
  payment_method: 'Tunai',
  is_cancelled: false,
};

/** Settings of a business that is registered for SST and signs nothing. */
export const shownSettings = (record: Partial<EinvoiceSettings> = {}): ShownEinvoiceSettings =>
  ({
    record: {
      ...{ environment: 'simulator', classifications: {}, tax_types: {}, health_descriptions: 'general' },
      ...{ certificate: null, private_key: null, issuer_name_order: 'reversed' },
      ...record,
    },
    seller: { ...einvoiceContent.seller, sst_number: 'W10-1808-32000123' },
    version: '1.0',
    problems: [],
  }) as unknown as ShownEinvoiceSettings;
