import type { DocumentLine, PrintedDuitNowQr, PrintedEinvoiceCode, SalesDocument } from '@usaha/core';
import type { Language } from '@usaha/shared';
import { drawDuitNowQr } from '../duitnow-qr/draw-duitnow-qr.js';
import { drawEinvoiceCode } from '../einvoice/draw-einvoice-code.js';
import { printedCount, printedMoney } from '../pdf/format.js';
import { drawFacts } from '../pdf/facts.js';
import type { Logo } from '../pdf/logo.js';
import { Sheet, colours } from '../pdf/sheet.js';
import { drawTable, type TableColumn } from '../pdf/table.js';
import {
  MOST_LINES,
  SMALL,
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
import { drawSlip } from './receipt-slip.js';

/** An invoice, receipt, bill or credit note as it is to be printed: plain data, so that another thread can do it. */
export interface ReceiptSheet {
  document: SalesDocument;
  language: Language;
  /** A4 unless it goes to a receipt printer, whose paper is 80 mm wide and as long as it takes. */
  paper?: '80mm';
  /** It was printed before. */
  isCopy?: boolean;
  /** The code by which what is open of it is paid. */
  duitnow?: PrintedDuitNowQr | null;
  /** The code of its e-invoice. */
  einvoice?: PrintedEinvoiceCode | null;
}

const LEADING = 12;
/** Part of the width that the sums take, at the right. */
const SUMS = 0.46;
const MARGIN = 5;

/** Prints it: seller, buyer, lines, tax by rate, and payments. */
export async function drawReceipt(
  { document, language, paper, isCopy = false, duitnow = null, einvoice = null }: ReceiptSheet,
  logo: Logo | null = null,
): Promise<Uint8Array> {
  if (paper === '80mm') return drawSlip(document, language, { isCopy, logo, duitnow, einvoice });
  const { kind, number, seller } = document;
  const sheet = new Sheet({
    title: fileTitle(document, isCopy, language),
    author: seller.name,
    language,
    foot: `${titles[kind][language]} ${number} · ${say('computer', language)}`,
    logo,
  });
  sheet.standAtHead((isFirst) => {
    sheet.nextToLogo(() => {
      sheet.paragraph(seller.name, { size: 15, weight: 'bold', colour: colours.ink }, 2);
      for (const line of sellerLines(document, language)) sheet.paragraph(line, SMALL, MOST_LINES);
    });
    sheet.y += 6;
    sheet.rule(0, sheet.y, sheet.width);
    sheet.y += 4;
    if (isFirst) return;
    sheet.paragraph(fileTitle(document, isCopy, language), STRONG, 1);
    sheet.y += 4;
  });
  sheet.paragraph(titles[kind][language], { size: 17, weight: 'bold', colour: colours.accent }, 1);
  for (const [mark, style] of marksOf(document, isCopy, language)) sheet.paragraph(mark, style, 1);
  drawFacts(sheet, factsOf(document, language));
  sheet.y += 8;
  await drawTable(
    sheet,
    columnsOf(document, language),
    document.lines.map((line) => cellsOf(document, line)),
    null,
  );
  sheet.y += 8;
  drawSums(sheet, document, language);
  if (duitnow) drawDuitNowQr(sheet, duitnow, language);
  if (einvoice) drawEinvoiceCode(sheet, einvoice, language);
  if (document.notes) sheet.flow(`${say('notes', language)}: ${document.notes}`, SMALL);
  return sheet.finish();
}

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
    ? [printedMoney(line.unit_price ?? 0), line.discount_rate === 0 ? '' : printedRate(line.discount_rate)]
    : [];
  return [
    line.sku === null ? line.description : `${line.description} (${line.sku})`,
    printedCount(line.quantity),
    ...rates,
    ...(isTaxable(document) ? [printedRate(line.tax_rate)] : []),
    printedMoney(line.subtotal),
  ];
}

function drawSums(sheet: Sheet, document: SalesDocument, language: Language): void {
  const rows = sumRows(document, language);
  if (sheet.room < rows.length * LEADING * 1.4) sheet.newPage();
  const right = sheet.left + sheet.width;
  const left = right - sheet.width * SUMS;
  for (const [label, value, style] of rows) {
    // Sums that are longer than a page go on over it.
    if (sheet.room < LEADING * 3) sheet.newPage();
    sheet.y += LEADING * (style.size > SMALL.size ? 1.5 : 1.15);
    const at = right - sheet.type.width(value, style) - MARGIN;
    sheet.type.draw(value, at, sheet.y, style);
    // A payment method may be any text.
    const [first = '', ...more] = sheet.type.lines(label, at - left - 2 * MARGIN, 2, style);
    sheet.type.draw(first, left, sheet.y, style);
    for (const line of more) sheet.type.draw(line, left, (sheet.y += LEADING * 0.9), style);
  }
  sheet.y += LEADING;
}
