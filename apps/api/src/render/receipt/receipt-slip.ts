import type { DocumentLine, PrintedDuitNowQr, PrintedEinvoiceCode, SalesDocument } from '@usaha/core';
import type { Language } from '@usaha/shared';
import { drawDuitNowQrOnRoll } from '../duitnow-qr/draw-duitnow-qr.js';
import { drawEinvoiceCodeOnRoll } from '../einvoice/draw-einvoice-code.js';
import { printedCount, printedMoney } from '../pdf/format.js';
import type { Logo } from '../pdf/logo.js';
import { Sheet, colours } from '../pdf/sheet.js';
import type { Style } from '../pdf/typesetter.js';
import {
  MOST_LINES,
  STRONG,
  factsOf,
  fileTitle,
  isInvoice,
  isTaxable,
  marksOf,
  printedRate,
  sellerLines,
  sumRows,
} from './receipt-rows.js';
import { say, titles } from './receipt-words.js';

/** 80 mm in points, and the longest page that every reader of PDF shows. */
const WIDTH = (80 / 25.4) * 72;
const LONGEST = 14_400;
const SMALL: Style = { size: 7.5, colour: colours.ink };
const SOFT: Style = { ...SMALL, colour: colours.soft };
const GAP = 6;
/** Room that a row may take; so much is fed below the last one, where the paper is cut. */
const ROW = 36;

/** Prints it for a receipt printer: one page, as long as it takes. */
export async function drawSlip(
  document: SalesDocument,
  language: Language,
  options: Omit<Slip, 'height'>,
): Promise<Uint8Array> {
  const tried = await fill(document, language, { ...options, height: LONGEST });
  const isOnOnePage = tried.pdf.bufferedPageRange().count === 1;
  const sheet = isOnOnePage
    ? await fill(document, language, { ...options, height: tried.y + tried.left + ROW })
    : tried;
  return sheet.finish();
}

interface Slip {
  height: number;
  isCopy: boolean;
  logo: Logo | null;
  duitnow: PrintedDuitNowQr | null;
  einvoice: PrintedEinvoiceCode | null;
}

async function fill(document: SalesDocument, language: Language, slip: Slip): Promise<Sheet> {
  const { height, isCopy, logo, duitnow, einvoice } = slip;
  const { kind, seller, notes } = document;
  const sheet = new Sheet({
    title: fileTitle(document, isCopy, language),
    author: seller.name,
    language,
    foot: '',
    roll: { width: WIDTH, height },
    logo,
  });
  sheet.standAtHead((isFirst) => {
    if (isFirst) sheet.logoAbove();
    sheet.paragraph(seller.name, { size: 11, weight: 'bold', colour: colours.ink });
    for (const line of sellerLines(document, language)) sheet.paragraph(line, SMALL, MOST_LINES);
    rule(sheet);
    if (!isFirst) sheet.paragraph(fileTitle(document, isCopy, language), STRONG, 2);
  });
  sheet.paragraph(titles[kind][language], { size: 11, weight: 'bold', colour: colours.ink }, 1);
  for (const [mark, style] of marksOf(document, isCopy, language)) sheet.paragraph(mark, style, 1);
  for (const [label, value] of factsOf(document, language)) pair(sheet, label, value, SMALL);
  rule(sheet);
  for (const line of document.lines) {
    await sheet.takeTurns();
    drawLine(sheet, document, line);
  }
  rule(sheet);
  for (const [label, value, style] of sumRows(document, language))
    pair(sheet, label, value, { ...style, size: style.size > STRONG.size ? 9.5 : SMALL.size });
  rule(sheet);
  if (duitnow) drawDuitNowQrOnRoll(sheet, duitnow, language);
  if (einvoice) drawEinvoiceCodeOnRoll(sheet, einvoice, language);
  if (notes) sheet.flow(`${say('notes', language)}: ${notes}`, SMALL);
  sheet.paragraph(say('computer', language), SOFT);
  return sheet;
}

function rule(sheet: Sheet): void {
  sheet.y += GAP / 2;
  sheet.rule(0, sheet.y, sheet.width);
  sheet.y += GAP / 2;
}

/** What it is, and below that how many at which price. */
function drawLine(sheet: Sheet, document: SalesDocument, line: DocumentLine): void {
  breakBefore(sheet);
  sheet.paragraph(line.sku === null ? line.description : `${line.description} (${line.sku})`, SMALL);
  const price = isInvoice(document) ? ` × ${printedMoney(line.unit_price ?? 0)}` : '';
  const discount = line.discount_rate === 0 ? '' : ` − ${printedRate(line.discount_rate)} %`;
  const tax = isTaxable(document) ? ` · SST ${printedRate(line.tax_rate)} %` : '';
  pair(sheet, `${printedCount(line.quantity)}${price}${discount}${tax}`, printedMoney(line.subtotal), SOFT, SMALL);
}

/** A label at the left and a value at the right, which goes on below where it is long. */
function pair(sheet: Sheet, label: string, value: string, style: Style, ofValue = style): void {
  breakBefore(sheet);
  const width = Math.min(sheet.type.width(value, ofValue), sheet.width * 0.62);
  const labels = sheet.type.lines(label, sheet.width - width - GAP, 2, style);
  const values = sheet.type.lines(value, width, Infinity, ofValue);
  for (let i = 0; i < Math.max(labels.length, values.length); i++) {
    breakBefore(sheet);
    sheet.y += style.size * 1.35;
    sheet.type.draw(labels[i] ?? '', sheet.left, sheet.y, style);
    const shown = values[i] ?? '';
    const x = sheet.left + sheet.width - sheet.type.width(shown, ofValue);
    sheet.type.draw(shown, x, sheet.y, ofValue);
  }
  sheet.y += 1.5;
}

/** A slip longer than the longest page goes on over the next. */
function breakBefore(sheet: Sheet): void {
  if (sheet.room < ROW) sheet.newPage();
}
