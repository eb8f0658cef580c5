import { countryTable } from './country-table.js';
import { currencyTable } from './currency-table.js';
import { msicTable } from './msic-table.js';

/**
 * The closed lists of MyInvois, the e-invoices of the tax board (LHDN). Source: MyInvois SDK 1.0, code pages as of 23 July 2026; some
 * long descriptions are shortened. States are those of `states`, and 17 for addresses abroad.
 */

/** Kinds of documents; 03 and self-billed ones are not issued here. */
export const eInvoiceTypes = {
  '01': 'Invoice',
  '02': 'Credit Note',
  '03': 'Debit Note',
  '04': 'Refund Note',
  '11': 'Self-billed Invoice',
  '12': 'Self-billed Credit Note',
  '13': 'Self-billed Debit Note',
  '14': 'Self-billed Refund Note',
} as const;

/** Kinds of tax of a line. */
export const taxTypes = {
  '01': 'Sales Tax',
  '02': 'Service Tax',
  '03': 'Tourism Tax',
  '04': 'High-Value Goods Tax',
  '05': 'Sales Tax on Low Value Goods',
  '06': 'Not Applicable',
  E: 'Tax exemption',
} as const;

export type TaxTypeCode = keyof typeof taxTypes;

/** Ways to pay. */
export const paymentModes = {
  '01': 'Cash',
  '02': 'Cheque',
  '03': 'Bank Transfer',
  '04': 'Credit Card',
  '05': 'Debit Card',
  '06': 'e-Wallet / Digital Wallet',
  '07': 'Digital Bank',
  '08': 'Others',
} as const;

/** What a line is of. */
export const classifications = {
  '001': 'Breastfeeding equipment',
  '002': 'Child care centres and kindergartens fees',
  '003': 'Computer, smartphone or tablet',
  '004': 'Consolidated e-Invoice',
  '005': 'Construction materials (Fourth Schedule, LPIPM Act 1994)',
  '006': 'Disbursement',
  '007': 'Donation',
  '008': 'e-Commerce - e-Invoice to buyer / purchaser',
  '009': 'e-Commerce - Self-billed e-Invoice to seller, logistics, etc.',
  '010': 'Education fees',
  '011': 'Goods on consignment (Consignor)',
  '012': 'Goods on consignment (Consignee)',
  '013': 'Gym membership',
  '014': 'Insurance - Education and medical benefits',
  '015': 'Insurance - Takaful or life insurance',
  '016': 'Interest and financing expenses',
  '017': 'Internet subscription',
  '018': 'Land and building',
  '019': 'Medical examination for learning disabilities and early intervention',
  '020': 'Medical examination or vaccination expenses',
  '021': 'Medical expenses for serious diseases',
  '022': 'Others',
  '023': 'Petroleum operations',
  '024': 'Private retirement scheme or deferred annuity scheme',
  '025': 'Motor vehicle',
  '026': 'Subscription of books / journals / magazines / newspapers',
  '027': 'Reimbursement',
  '028': 'Rental of motor vehicle',
  '029': 'EV charging facilities',
  '030': 'Repair and maintenance',
  '031': 'Research and development',
  '032': 'Foreign income',
  '033': 'Self-billed - Betting and gaming',
  '034': 'Self-billed - Importation of goods',
  '035': 'Self-billed - Importation of services',
  '036': 'Self-billed - Others',
  '037': 'Self-billed - Monetary payment to agents, dealers or distributors',
  '038': 'Sports equipment, rental/entry fees, competition, training',
  '039': 'Supporting equipment for disabled person',
  '040': 'Voluntary contribution to approved provident fund',
  '041': 'Dental examination or treatment',
  '042': 'Fertility treatment',
  '043': 'Treatment and home care nursing, daycare and residential care centres',
  '044': 'Vouchers, gift cards, loyalty points, etc',
  '045': 'Self-billed - Non-monetary payment to agents, dealers or distributors',
} as const;

/** TINs that stand for people without one. */
export const generalTins = {
  /** A Malaysian individual who gives an identity card alone, and the buyer of a consolidated document. */
  public: 'EI00000000010',
  /** A buyer from abroad, or one who gives a passport alone. */
  foreign_buyer: 'EI00000000020',
  foreign_supplier: 'EI00000000030',
  /** Government, state, local and statutory authorities, exempt institutions. */
  authority: 'EI00000000040',
} as const;

/** The state of addresses abroad and of consolidated documents; 00 was retired on 30 April 2026. */
export const STATE_NOT_APPLICABLE = '17';
/** One piece or service (UN/ECE Recommendation 20). */
export const UNIT_ONE = 'C62';

/** A packed table, read once: lines of `<code> <name>` with bars between. */
const tableOf = (packed: string): (() => ReadonlyMap<string, string>) => {
  let read: ReadonlyMap<string, string> | undefined;
  return () =>
    (read ??= new Map(
      packed
        .trim()
        .split(/[|\n]/)
        .map((entry) => {
          const at = entry.indexOf(' ');
          return [entry.slice(0, at), entry.slice(at + 1)] as const;
        }),
    ));
};

/** Activities by their five digits (MSIC 2008). */
export const msicActivities = tableOf(msicTable);
/** Countries by their three letters. */
export const countries = tableOf(countryTable);
/** Currencies by their three letters. */
export const currencies = tableOf(currencyTable);
