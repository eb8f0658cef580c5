import type { Address, DocumentLine, SalesDocument } from '@usaha/core';
import { printedDay, toRate, type Language } from '@usaha/shared';
import { printedCount, printedInstant, printedMoney } from '../pdf/format.js';
import { Sheet, colours } from '../pdf/sheet.js';
import { drawTable, type TableColumn } from '../pdf/table.js';
import type { Style } from '../pdf/typesetter.js';
import { say, titles } from './receipt-words.js';

/** An invoice, receipt, bill or credit note as it is to be printed: plain data, so that another thread can do it. */
export interface ReceiptSheet {
  document: SalesDocument;
  language: Language;
}

const SMALL: Style = { size: 8.5, colour: colours.ink };
const STRONG: Style = { ...SMALL, weight: 'bold' };
const WARNING: Style = { size: 13, weight: 'bold', colour: '#b42318' };
const LEADING = 12;
/** Part of the width that the sums take, at the right. */
const SUMS = 0.46;

/** Prints it: seller, buyer, lines, tax by rate, and payments. */
export function drawReceipt({ document, language }: ReceiptSheet): Promise<Uint8Array> {
  const { kind, number, seller } = document;
  const title = titles[kind][language];
  const sheet = new Sheet({
    title: `${title} ${number}`,
    author: seller.name,
    language,
    foot: say('computer', language),
  });
  sheet.paragraph(seller.name, { size: 15, weight: 'bold', colour: colours.ink }, 2);
  for (const line of sellerLines(document, language)) sheet.paragraph(line, SMALL, 2);
  sheet.y += 6;
  sheet.rule(0, sheet.y, sheet.width);
  sheet.y += 4;
  sheet.paragraph(title, { size: 17, weight: 'bold', colour: colours.accent }, 1);
  if (document.is_cancelled) sheet.paragraph(say('cancelled', language), WARNING, 1);
  drawFacts(sheet, document, language);
  sheet.y += 8;
  drawTable(
    sheet,
    columnsOf(document, language),
    document.lines.map((line) => cellsOf(document, line)),
    null,
  );
  sheet.y += 8;
  drawSums(sheet, document, language);
  if (document.notes) sheet.paragraph(`${say('notes', language)}: ${document.notes}`, SMALL, 6);
  return sheet.finish();
}

function sellerLines({ seller }: SalesDocument, language: Language): string[] {
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
function addressLine(address: Address | null): string {
  if (!address) return '';
  const { street, city, state, postal_code, country } = address;
  const town = [postal_code, city].filter(Boolean).join(' ');
  return [street, town, state, country].filter(Boolean).join(', ');
}

function drawFacts(sheet: Sheet, document: SalesDocument, language: Language): void {
  const facts: [string, string][] = [
    [say('number', language), document.number],
    [say('date', language), printedInstant(document.issued_at)],
  ];
  if (document.refers_to) facts.push([say('refers_to', language), document.refers_to]);
  if (document.buyer) {
    const { label, name, address } = document.buyer;
    facts.push([label[language], [name, addressLine(address)].filter(Boolean).join(', ')]);
  }
  if (document.payment_method) facts.push([say(methodWord(document), language), document.payment_method]);
  facts.push(...document.facts.map(({ label, value }): [string, string] => [label[language], value]));
  if (document.due_date) facts.push([say('due_date', language), printedDay(document.due_date)]);
  const indent = Math.max(...facts.map(([label]) => sheet.type.width(label, SMALL))) + 14;
  for (const [label, value] of facts) {
    const lines = sheet.type.lines(value, sheet.width - indent, 2, STRONG);
    lines.forEach((line, i) => {
      sheet.y += LEADING;
      if (i === 0) sheet.type.draw(label, sheet.left, sheet.y, { ...SMALL, colour: colours.soft });
      sheet.type.draw(line, sheet.left + indent, sheet.y, STRONG);
    });
  }
}

/** What is paid by and by says how it is to be paid; it need not have been yet. */
function methodWord({ kind, paid_so_far }: SalesDocument): 'payment_method' | 'refunded_by' | 'paid_by' {
  if (paid_so_far) return 'payment_method';
  return kind === 'credit_note' ? 'refunded_by' : 'paid_by';
}

const isInvoice = ({ kind }: SalesDocument): boolean => kind !== 'credit_note';

/** What no tax concerns names none, not even a rate of nothing: fees of a school. */
const isTaxable = ({ taxes }: SalesDocument): boolean => taxes.length > 0;

function columnsOf(document: SalesDocument, language: Language): TableColumn[] {
  const figures = isInvoice(document)
    ? (['quantity', 'unit_price', 'discount_rate'] as const)
    : (['quantity'] as const);
  const sums = isTaxable(document) ? (['tax_rate', 'amount'] as const) : (['amount'] as const);
  return [
    { title: say('description', language), align: 'left' },
    ...[...figures, ...sums].map((name) => ({
      title: say(name, language, { currency: document.currency }),
      align: 'right' as const,
    })),
  ];
}

function cellsOf(document: SalesDocument, line: DocumentLine): string[] {
  const rates = isInvoice(document)
    ? [printedMoney(line.unit_price ?? 0), line.discount_rate === 0 ? '' : rate(line.discount_rate)]
    : [];
  return [
    line.sku === null ? line.description : `${line.description} (${line.sku})`,
    printedCount(line.quantity),
    ...rates,
    ...(isTaxable(document) ? [rate(line.tax_rate)] : []),
    printedMoney(line.subtotal),
  ];
}

const rate = (percent: number): string => String(toRate(percent));

/** Of what is paid by and by: every payment, and what remains. */
function settled({ paid_so_far, currency }: SalesDocument, language: Language): SumRow[] {
  if (!paid_so_far) return [];
  const payments = paid_so_far.payments.map(({ number, paid_at, payment_method, amount }): SumRow => [
    [number, printedInstant(paid_at).slice(0, 10), payment_method].filter(Boolean).join(' · '),
    printedMoney(-amount),
    SMALL,
  ]);
  return [...payments, [say('balance', language), `${currency} ${printedMoney(paid_so_far.balance)}`, STRONG]];
}

/** What a sum is of, what it comes to, and how it stands out. */
type SumRow = [label: string, value: string, style: Style];

/** The tax by rate: among what makes up the total, or below it where it is within. */
const taxRows = ({ taxes }: SalesDocument, word: 'taxed' | 'taxed_within', language: Language): SumRow[] =>
  taxes.map(({ tax_rate, taxable, tax_amount }) => [
    say(word, language, { rate: rate(tax_rate), amount: printedMoney(taxable) }),
    printedMoney(tax_amount),
    SMALL,
  ]);

function drawSums(sheet: Sheet, document: SalesDocument, language: Language): void {
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
  rows.push([
    say(isInvoice(document) ? 'payable' : 'refunded', language),
    `${currency} ${printedMoney(payable)}`,
    { ...STRONG, size: 11 },
  ]);
  rows.push(...settled(document, language));
  if (sheet.room < rows.length * LEADING * 1.4) sheet.newPage();
  const right = sheet.left + sheet.width;
  const left = right - sheet.width * SUMS;
  for (const [label, value, style] of rows) {
    // Sums that are longer than a page go on over it.
    if (sheet.room < LEADING * 2) sheet.newPage();
    sheet.y += LEADING * (style.size > SMALL.size ? 1.5 : 1.15);
    sheet.type.draw(label, left, sheet.y, style);
    sheet.type.draw(value, right - sheet.type.width(value, style) - 5, sheet.y, style);
  }
  sheet.y += LEADING;
}
