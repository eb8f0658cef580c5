import type { TaxTypeCode } from '@usaha/shared/malaysia';
import type { IdType } from '../party-fields.js';
import type { EinvoiceSeller } from '../seller.js';

/** 01 an invoice, 02 a credit note, 04 a refund note. */
export const einvoiceTypeCodes = ['01', '02', '04'] as const;
export type EinvoiceTypeCode = (typeof einvoiceTypeCodes)[number];

/** 1.1 is signed, 1.0 is not. */
export type EinvoiceVersion = '1.0' | '1.1';

/** An address as it stands in a document; null parts are left out. */
export interface DocumentAddress {
  line1: string;
  line2: string | null;
  line3: string | null;
  city: string | null;
  postcode: string | null;
  state: string | null;
  country: string;
}

/** The buyer as the document names it; what is not known is "NA" or has a general number already. */
export interface DocumentBuyer {
  name: string;
  tin: string;
  id_type: IdType;
  id_value: string;
  sst_number: string | null;
  email: string | null;
  phone: string;
  address: DocumentAddress;
}

/** The tax of a line: amounts to the sen, the rate in percent. */
export interface LineTax {
  type: TaxTypeCode;
  rate: number;
  taxable: number;
  amount: number;
}

/** A line in amounts of the document's currency. `price` × `quantity` is `extension` to the sen. */
export interface ContentLine {
  description: string;
  /** Code of the classification list. */
  classification: string;
  quantity: number;
  price: number;
  extension: number;
  /** Taken off the extension; never below 0. */
  discount: number;
  /** Added to it, where a seller who is not registered for SST charged tax all the same; never below 0. */
  charge: number;
  /** The amount of the line without tax: extension - discount + charge. */
  net: number;
  taxes: readonly LineTax[];
}

/** The document that another one changes. */
export interface DocumentReference {
  number: string;
  uuid: string;
}

/** All that a document says. Nothing of it is looked up when it is written. */
export interface EinvoiceContent {
  type_code: EinvoiceTypeCode;
  version: EinvoiceVersion;
  number: string;
  issued_at: Date;
  /** Three letters. */
  currency: string;
  /** MYR for one unit of the currency; null for MYR. */
  exchange_rate: number | null;
  /** First and last day, YYYY-MM-DD, of a consolidated document. */
  period: { from: string; to: string } | null;
  refers_to: readonly DocumentReference[];
  seller: EinvoiceSeller;
  buyer: DocumentBuyer;
  /** Code of the list of payment modes; null where it is not known. */
  payment_mode: string | null;
  lines: readonly ContentLine[];
  /** What cash was rounded by to five sen. */
  rounding: number;
}
