import { saidMethod, type Address, type SalesDocument } from '@usaha/core';
import { printedDay, toRate, type Language } from '@usaha/shared';
import { printedInstant, printedMoney } from '../pdf/format.js';
import { colours } from '../pdf/sheet.js';
import type { Style } from '../pdf/typesetter.js';
import { say, titles } from './receipt-words.js';

export const SMALL: Style = { size: 8.5, colour: colours.ink };
export const STRONG: Style = { ...SMALL, weight: 'bold' };
/** Lines of an address at the head of a page. */
export const MOST_LINES = 6;
/** Of a copy. */
export const MARK: Style = { size: 11, weight: 'bold', colour: colours.soft };
export const WARNING: Style = { size: 13, weight: 'bold', colour: '#b42318' };

/** Facts of the seller, below the name. */
export function sellerLines({ seller }: Pick<SalesDocument, 'seller'>, language: Language): string[] {
  const { registration_number, sst_registration_number, address, phone, email } = seller;
  const numbers = [
    registration_number && `${say('registration', language)}: ${registration_number}`,
    sst_registration_number && `${say('sst_registration', language)}: ${sst_registration_number}`,
  ];
  const reached = [phone && `${say('telephone', language)}: ${phone}`, email];
  return [numbers.filter(Boolean).join(' · '), addressLine(address), reached.filter(Boolean).join(' · ')].filter(
    (line) => line !== '',
  );
}

/** On one line, as it is written on Malaysian letters: street, postal code and town, state, country. */
export function addressLine(address: Address | null): string {
  if (!address) return '';
  const { street, city, state, postal_code, country } = address;
  const town = [postal_code, city].filter(Boolean).join(' ');
  return [street, town, state, country].filter(Boolean).join(', ');
}

/** The facts above the lines: label and value. */
export function factsOf(document: SalesDocument, language: Language): [label: string, value: string][] {
  const facts: [string, string][] = [
    [say('number', language), document.number],
    [say('date', language), printedInstant(document.issued_at)],
  ];
  if (document.refers_to) facts.push([say('refers_to', language), document.refers_to]);
  if (document.buyer) {
    const { label, name, address } = document.buyer;
    // A name that is set from right to left must not draw the address along.
    facts.push([label[language], [name, addressLine(address)].filter(Boolean).join('\n')]);
  }
  if (document.payment_method)
    facts.push([say(methodWord(document), language), saidMethod(document.payment_method, language)]);
  if (document.voided) {
    facts.push([say('voided', language), printedInstant(document.voided.at)]);
    if (document.voided.reason) facts.push([say('void_reason', language), document.voided.reason]);
  }
  for (const { label, value, is_payment_method } of document.facts)
    facts.push([label[language], is_payment_method ? saidMethod(value, language) : value]);
  if (document.due_date) facts.push([say('due_date', language), printedDay(document.due_date)]);
  return facts;
}

/** A document that is paid in parts says how it is to be paid; it need not have been yet. */
function methodWord({ kind, paid_so_far }: SalesDocument): 'payment_method' | 'refunded_by' | 'paid_by' {
  if (paid_so_far) return 'payment_method';
  return kind === 'credit_note' ? 'refunded_by' : 'paid_by';
}

/** A receipt says what was paid, once; where payments are listed they say it. */
function payableWord({ kind, paid_so_far }: SalesDocument): 'refunded' | 'paid' | 'payable' {
  if (kind === 'credit_note') return 'refunded';
  return kind === 'receipt' && !paid_so_far ? 'paid' : 'payable';
}

/** The marks below the title: void or cancelled, a copy, reprinted. */
export function marksOf({ voided, is_cancelled, is_reprinted }: SalesDocument, isCopy: boolean, language: Language) {
  const marks: [mark: string, style: Style][] = [];
  if (voided) marks.push([say('void', language), WARNING]);
  else if (is_cancelled) marks.push([say('cancelled', language), WARNING]);
  if (isCopy) marks.push([say('copy', language), MARK]);
  if (is_reprinted) marks.push([say('reprinted', language), MARK]);
  return marks;
}

/** What the file is called by readers of PDF. */
export function fileTitle(document: SalesDocument, isCopy: boolean, language: Language): string {
  const marks = marksOf(document, isCopy, language).map(([mark]) => mark);
  return [`${titles[document.kind][language]} ${document.number}`, ...marks].join(' · ');
}

export const isInvoice = ({ kind }: SalesDocument): boolean => kind !== 'credit_note';

/** What no tax concerns names none, not even a rate of nothing: fees of a school. */
export const isTaxable = ({ taxes }: SalesDocument): boolean => taxes.length > 0;

export const printedRate = (percent: number): string => String(toRate(percent));

/** Of what is paid in parts: every payment, and what remains. */
function settled({ paid_so_far, currency }: SalesDocument, language: Language): SumRow[] {
  if (!paid_so_far) return [];
  const payments = paid_so_far.payments.map(({ number, paid_at, payment_method, amount }): SumRow => [
    [number, printedInstant(paid_at).slice(0, 10), payment_method && saidMethod(payment_method, language)]
      .filter(Boolean)
      .join(' · '),
    printedMoney(-amount),
    SMALL,
  ]);
  const credits = (paid_so_far.credits ?? []).map(({ number, issued_at, amount }): SumRow => [
    [titles.credit_note[language], number, printedInstant(issued_at).slice(0, 10)].join(' · '),
    printedMoney(-amount),
    SMALL,
  ]);
  const { balance } = paid_so_far;
  const left = `${currency} ${printedMoney(Math.abs(balance))}`;
  return [...payments, ...credits, [say(balance < 0 ? 'in_credit' : 'balance', language), left, STRONG]];
}

/** What the customer handed over, and what came back. */
const handedOver = ({ tendered }: SalesDocument, language: Language): SumRow[] =>
  (
    [
      ['tendered', tendered?.amount],
      ['change', tendered?.change],
    ] as const
  ).flatMap(([word, amount]): SumRow[] =>
    typeof amount === 'number' ? [[say(word, language), printedMoney(amount), SMALL]] : [],
  );

/** What a sum is of, what it comes to, and how it stands out. */
export type SumRow = [label: string, value: string, style: Style];

/** The tax by rate: among what makes up the total, or below it where it is within. */
const taxRows = ({ taxes }: SalesDocument, word: 'taxed' | 'taxed_within', language: Language): SumRow[] =>
  taxes.map(({ tax_rate, taxable, tax_amount }) => [
    say(word, language, { rate: printedRate(tax_rate), amount: printedMoney(taxable) }),
    printedMoney(tax_amount),
    SMALL,
  ]);

/** What it comes to, what was paid, and what remains, in the order in which it is printed. */
export function sumRows(document: SalesDocument, language: Language): SumRow[] {
  const { subtotal, discount_amount, further = [], taxes_within, total, rounding, payable, currency } = document;
  const discount: SumRow[] =
    discount_amount === 0 ? [] : [[say('discount', language), printedMoney(-discount_amount), SMALL]];
  const rows: SumRow[] = [
    [say('subtotal', language), printedMoney(subtotal), SMALL],
    ...discount,
    ...further.map(({ label, amount }): SumRow => [label[language], printedMoney(amount), SMALL]),
    ...(taxes_within ? [] : taxRows(document, 'taxed', language)),
    [say('total', language), `${currency} ${printedMoney(total)}`, STRONG],
    ...(taxes_within ? taxRows(document, 'taxed_within', language) : []),
  ];
  if (rounding !== null) rows.push([say('rounding', language), printedMoney(rounding), SMALL]);
  rows.push([say(payableWord(document), language), `${currency} ${printedMoney(payable)}`, { ...STRONG, size: 11 }]);
  return [...rows, ...handedOver(document, language), ...settled(document, language)];
}
