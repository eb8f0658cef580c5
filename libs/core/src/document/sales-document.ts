import { money, type Words } from '@usaha/shared';
import { cashRounding, isCash } from '@usaha/shared/malaysia';
import type { SourceRef } from '../einvoice/source/einvoice-source.js';
import type { Party, Seller } from './party.js';

/**
 * A business that is registered for SST charges on an invoice: "tax invoice" is no term of SST. Amounts to be paid
 * later stand on an invoice too. Any other business hands out bills until they are paid, and receipts. A refund stands on a
 * credit note.
 */
export type SalesDocumentKind = 'invoice' | 'receipt' | 'bill' | 'credit_note';

/** The payer, where the tenant knows one. */
export interface Buyer extends Party {
  /** What the industry calls one that a document of this kind goes to. */
  label: Words;
}

/** One line of it; rates are percent. */
export interface DocumentLine {
  description: string;
  sku: string | null;
  quantity: number;
  /** Absent on a credit note, which gives back parts of a line. */
  unit_price: number | null;
  discount_rate: number;
  tax_rate: number;
  /** After discount, before tax. */
  subtotal: number;
  tax_amount: number;
  total: number;
}

/** The tax of one rate. */
export interface TaxOfRate {
  tax_rate: number;
  taxable: number;
  tax_amount: number;
}

/** A payment, by the number of its receipt. */
export interface PaymentMade {
  number: string;
  paid_at: Date;
  payment_method: string | null;
  amount: number;
}

/** A credit note that took something off an invoice. */
export interface CreditMade {
  number: string;
  issued_at: Date;
  /** Above 0. */
  amount: number;
}

/** Of documents that are paid in parts. */
export interface PaidSoFar {
  /** Oldest first. */
  payments: PaymentMade[];
  /** Credit notes of the document, oldest first. */
  credits?: readonly CreditMade[];
  /** What remains to be paid; below 0 it is printed as in credit. */
  balance: number;
}

/** Why and when a document was made void. */
export interface Voided {
  at: Date;
  reason: string | null;
}

/** The amount handed over at the counter, and the change; null where neither was recorded. */
export interface Tendered {
  amount: number | null;
  change: number | null;
}

/** A further fact of a document: the insurer, the purpose. */
export interface DocumentFact {
  label: Words;
  /** As it is printed, in every language. */
  value: string;
  /** The value is a payment method as it was recorded, and is printed in the words that documents have for it. */
  is_payment_method?: true;
}

/** A sum between discount and total: what a voucher pays, what was added at the counter. */
export interface DocumentSum {
  label: Words;
  /** Below 0 when it is taken off. */
  amount: number;
}

/** A document for the payer: an invoice, a receipt, a bill, a credit note. It knows no industry. */
export interface SalesDocument {
  kind: SalesDocumentKind;
  /** The record that it is of: prints of each kind are counted by it. */
  record_id: string;
  number: string;
  /** What an e-invoice of it is made of, and the moment whose month counts; absent: none is made of it. */
  source?: (SourceRef & { dated_at: Date }) | null;
  /** On a credit note, the number of the invoice. */
  refers_to: string | null;
  issued_at: Date;
  /** Of all its amounts, three letters. */
  currency: string;
  seller: Seller;
  buyer: Buyer | null;
  lines: DocumentLine[];
  /** Before discounts and tax. */
  subtotal: number;
  discount_amount: number;
  /** Further sums, in the order in which they are printed. */
  further?: readonly DocumentSum[];
  /** Whether the taxes are within the amounts; otherwise they are added to them. */
  taxes_within?: boolean;
  /** By rate, the lowest first; empty where no tax concerns what is sold, or the seller is not registered: none is printed. */
  taxes: TaxOfRate[];
  tax_amount: number;
  total: number;
  /** In cash, what the total is rounded by to five sen; null where nothing is rounded. */
  rounding: number | null;
  /** What changes hands: total + rounding. */
  payable: number;
  /** As it was recorded, in no language. */
  payment_method: string | null;
  /** Where it was noted. */
  tendered?: Tendered | null;
  /** What the industry adds, in the order in which it is printed. */
  facts: readonly DocumentFact[];
  /** Until when it is to be paid, YYYY-MM-DD. */
  due_date: string | null;
  /** null where what is sold is paid at once. */
  paid_so_far: PaidSoFar | null;
  /** The amount that is open at this moment, exact to the sen; absent: nothing that could be paid. */
  open_amount?: number;
  /** An invoice of a sale that was cancelled says so. */
  is_cancelled: boolean;
  /** A document that was made void keeps its number, and says so. */
  voided?: Voided | null;
  /** It may have been printed with other names before those were kept (`PartiesAtIssue`). */
  is_reprinted?: boolean;
  notes: string | null;
}

/**
 * What changes hands for a total: rounded to five sen where it is paid in cash.
 * @param before what changed hands for parts of the same bill: all parts together are rounded as their sum is
 */
export function payableOf(
  total: number,
  payment_method: string | null,
  before = 0,
): { rounding: number | null; payable: number } {
  if (!isCash(payment_method)) return { rounding: null, payable: total };
  const rounding = money.add(cashRounding(money.add(before, total)), -cashRounding(before));
  return { rounding, payable: money.add(total, rounding) };
}

const addition: Words = { en: 'Additional charge', ms: 'Caj tambahan' };

/**
 * What a document says of taxes that were added to its prices. One of a seller who is not registered for SST names none
 * what was charged all the same is one of its sums, so that they come to the total.
 */
export function addedTaxes(
  { sst_registration_number }: Pick<Seller, 'sst_registration_number'>,
  lines: Parameters<typeof taxesOf>[0],
  tax_amount: number,
): Pick<SalesDocument, 'taxes' | 'tax_amount' | 'further'> {
  if (sst_registration_number !== null) return { taxes: taxesOf(lines), tax_amount };
  return { taxes: [], tax_amount: 0, further: tax_amount === 0 ? [] : [{ label: addition, amount: tax_amount }] };
}

/** What an invoice says of the tax: Sales Tax Act 2018, section 21; Service Tax Act 2018, section 21. */
export function taxesOf(lines: readonly Pick<DocumentLine, 'tax_rate' | 'subtotal' | 'tax_amount'>[]): TaxOfRate[] {
  const rates = [...new Set(lines.map((line) => line.tax_rate))].sort((a, b) => a - b);
  return rates.map((tax_rate) => {
    const of = lines.filter((line) => line.tax_rate === tax_rate);
    return {
      tax_rate,
      taxable: money.add(...of.map((line) => line.subtotal)),
      tax_amount: money.add(...of.map((line) => line.tax_amount)),
    };
  });
}
