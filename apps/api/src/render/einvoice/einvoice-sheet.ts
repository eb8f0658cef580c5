import type { PrintedEinvoice, PrintedEinvoiceLine, PrintedEinvoiceParty } from '@usaha/core';
import { printedDay, type Language } from '@usaha/shared';
import { countries, states } from '@usaha/shared/malaysia';
import { drawFacts } from '../pdf/facts.js';
import { printedCount, printedInstant, printedMoney } from '../pdf/format.js';
import type { Logo } from '../pdf/logo.js';
import { Sheet, colours } from '../pdf/sheet.js';
import { drawTable, type TableColumn } from '../pdf/table.js';
import type { Style } from '../pdf/typesetter.js';
import { drawEinvoiceCode } from './draw-einvoice-code.js';
import { markOf, say, titleOf } from './einvoice-words.js';

/** An e-invoice as it is to be printed. */
export interface EinvoiceSheet {
  einvoice: PrintedEinvoice;
  /** The name of the business, where the e-invoice has no text. */
  business: string;
  language: Language;
}

const SMALL: Style = { size: 8.5, colour: colours.ink };
const STRONG: Style = { ...SMALL, weight: 'bold' };
const WARNING: Style = { size: 13, weight: 'bold', colour: '#b42318' };
const LEADING = 13;
/** Part of the width that the sums take, at the right. */
const SUMS = 0.46;
const MARGIN = 5;

/** Prints an e-invoice on A4: parties, lines, sums, and where it is seen once it is valid. */
export async function drawEinvoice(
  { einvoice, business, language }: EinvoiceSheet,
  logo: Logo | null = null,
): Promise<Uint8Array> {
  const { type_code, number, status, text, is_simulated, validation_url } = einvoice;
  const title = titleOf(type_code, language);
  const seller = text?.seller.name ?? business;
  const marks = [is_simulated ? say('simulation', language) : null, markOf(status, language)].filter(
    (mark) => mark !== null,
  );
  const called = [title, number, ...marks].join(' · ');
  const sheet = new Sheet({ title: called, author: seller, language, foot: `${called} · ${seller}`, logo });
  sheet.standAtHead((isFirst) => {
    sheet.nextToLogo(() => sheet.paragraph(seller, { size: 15, weight: 'bold', colour: colours.ink }, 2));
    sheet.y += 6;
    sheet.rule(0, sheet.y, sheet.width);
    sheet.y += 4;
    if (isFirst) return;
    sheet.paragraph(called, STRONG, 1);
    sheet.y += 4;
  });
  sheet.paragraph(title, { size: 17, weight: 'bold', colour: colours.accent }, 1);
  for (const mark of marks) sheet.paragraph(mark, WARNING, 1);
  drawFacts(sheet, factsOf(einvoice, language));
  sheet.y += 10;
  if (text === null) sheet.paragraph(say('no_text', language), SMALL);
  else await drawLines(sheet, einvoice, text.lines, language);
  sheet.y += 6;
  drawSums(sheet, einvoice, language);
  if (status === 'valid' && validation_url !== null)
    drawEinvoiceCode(sheet, { leads_to: 'validation', url: validation_url, until: null, is_simulated }, language);
  return sheet.finish();
}

function factsOf(einvoice: PrintedEinvoice, language: Language): [label: string, value: string][] {
  const { number, type_code, ubl_version, issued_at, refers_to, uuid, validated_at, cancelled_at, text } = einvoice;
  const facts: [string, string | null][] = [
    [say('number', language), number],
    [say('version', language), `${type_code} · ${ubl_version}`],
    [say('issued', language), issued_at && printedInstant(issued_at)],
    [say('period', language), text?.period ? `${printedDay(text.period.from)} – ${printedDay(text.period.to)}` : null],
    [say('refers_to', language), refers_to.length === 0 ? null : refers_to.join(', ')],
    [say('uuid', language), uuid],
    [say('validated', language), validated_at && printedInstant(validated_at)],
    [say('cancelled', language), cancelled_at && printedInstant(cancelled_at)],
    [say('rate', language), einvoice.exchange_rate === null ? null : String(einvoice.exchange_rate)],
    [say('seller', language), text && partyLines(text.seller, language)],
    [say('buyer', language), text && partyLines(text.buyer, language)],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

function partyLines(party: PrintedEinvoiceParty, language: Language): string {
  const { name, tin, id_type, id_value, sst_number, phone, email, address } = party;
  const numbers = [`TIN: ${tin}`, id_value && `${id_type}: ${id_value}`];
  const reached = [phone && `${say('telephone', language)}: ${phone}`, email];
  const place = [
    ...address.lines,
    [address.postcode, address.city].filter(Boolean).join(' '),
    stateName(address.state),
    countries().get(address.country) ?? address.country,
  ];
  const hasPlace = address.lines.length > 0;
  return [
    name,
    numbers.filter(Boolean).join(' · '),
    sst_number && `${say('sst', language)}: ${sst_number}`,
    hasPlace ? place.filter(Boolean).join(', ') : '',
    reached.filter(Boolean).join(' · '),
  ]
    .filter(Boolean)
    .join('\n');
}

const stateName = (code: string): string => (states as Readonly<Record<string, string>>)[code] ?? '';

async function drawLines(
  sheet: Sheet,
  { currency }: PrintedEinvoice,
  lines: readonly PrintedEinvoiceLine[],
  language: Language,
): Promise<void> {
  // Few documents have discounts or charges.
  const [hasDiscount, hasCharge] = [lines.some(({ discount }) => discount > 0), lines.some(({ charge }) => charge > 0)];
  const columns: TableColumn[] = [
    { title: say('description', language), align: 'left' },
    { title: say('classification', language), align: 'left' },
    ...(['quantity', 'unit_price'] as const).map((name) => ({ title: say(name, language), align: 'right' as const })),
    ...(hasDiscount ? [{ title: say('discount', language), align: 'right' as const }] : []),
    ...(hasCharge ? [{ title: say('charge', language), align: 'right' as const }] : []),
    ...(['tax_rate', 'tax'] as const).map((name) => ({ title: say(name, language), align: 'right' as const })),
    { title: say('amount', language, { currency }), align: 'right' },
  ];
  const cells = lines.map((line) => [
    line.description,
    line.classification,
    printedCount(line.quantity),
    printedMoney(line.unit_price),
    ...(hasDiscount ? [line.discount === 0 ? '' : printedMoney(line.discount)] : []),
    ...(hasCharge ? [line.charge === 0 ? '' : printedMoney(line.charge)] : []),
    String(line.tax_rate),
    printedMoney(line.tax_amount),
    printedMoney(line.net),
  ]);
  await drawTable(sheet, columns, cells, null);
}

function drawSums(sheet: Sheet, einvoice: PrintedEinvoice, language: Language): void {
  const { currency, total_excluding_tax, tax_amount, total_including_tax, rounding, payable } = einvoice;
  const rows: [label: string, value: string, style: Style][] = [
    [say('excluding', language), printedMoney(total_excluding_tax), SMALL],
    [say('total_tax', language), printedMoney(tax_amount), SMALL],
    [say('including', language), printedMoney(total_including_tax), STRONG],
    ...(rounding === 0 ? [] : [[say('rounding', language), printedMoney(rounding), SMALL] as [string, string, Style]]),
    [say('payable', language), `${currency} ${printedMoney(payable)}`, { ...STRONG, size: 11 }],
  ];
  if (sheet.room < rows.length * LEADING * 1.4) sheet.newPage();
  const right = sheet.left + sheet.width;
  const left = right - sheet.width * SUMS;
  for (const [label, value, style] of rows) {
    sheet.y += LEADING * (style.size > SMALL.size ? 1.4 : 1.1);
    sheet.type.draw(label, left, sheet.y, style);
    sheet.type.draw(value, right - sheet.type.width(value, style) - MARGIN, sheet.y, style);
  }
  sheet.y += LEADING;
}
