import { money } from '@usaha/shared';
import type { ServiceDocument } from '../client/index.js';
import type { EinvoiceTypeCode } from '../document/content.js';

/** What a document is recognised by. */
export interface Sought {
  number: string;
  type_code: EinvoiceTypeCode;
  /** As it stands in the document: seconds count. */
  issued_at: Date;
  currency: string;
  /** MYR for one unit of the currency; null for MYR. */
  exchange_rate: number | null;
  /** In its currency. */
  payable: number;
}

/** The service rounds another currency's amount by a rule that the SDK does not name: a difference in sen that is taken for equal. */
const FOREIGN_TOLERANCE = 0.05;
/** Types by the name that answers have for them. */
const typeNames: Readonly<Record<string, EinvoiceTypeCode>> = {
  '01': '01',
  '02': '02',
  '04': '04',
  invoice: '01',
  'credit note': '02',
  'refund note': '04',
};

const inSeconds = (at: Date): number => Math.floor(at.getTime() / 1_000);

function isTotal({ payable, currency, exchange_rate }: Sought, total: number | null): boolean {
  if (total === null) return false;
  if (currency === 'MYR') return money.add(total, -payable) === 0;
  return Math.abs(total - payable * (exchange_rate ?? 1)) <= FOREIGN_TOLERANCE;
}

/**
 * The document among those that a search of its type found: number, type, total and issue time are all equal. Another document
 * with the same number, from an earlier attempt or another program, is none. @returns null where it is not there
 */
export function foundOf(sought: Sought, found: readonly ServiceDocument[]): ServiceDocument | null {
  const same = found.filter(({ number, type, total, issued_at }) => {
    if (number !== sought.number || !isTotal(sought, total)) return false;
    // The search asked for one type: an answer with a name that is not known is of it.
    const code = type === null ? undefined : typeNames[type.toLowerCase()];
    if (code !== undefined && code !== sought.type_code) return false;
    return issued_at !== null && inSeconds(issued_at) === inSeconds(sought.issued_at);
  });
  return same.find(({ status }) => status === 'valid') ?? same[0] ?? null;
}
