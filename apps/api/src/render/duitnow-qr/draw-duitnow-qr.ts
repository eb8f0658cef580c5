import type { PrintedDuitNowQr } from '@usaha/core';
import type { Language, Words } from '@usaha/shared';
import { drawSquares, mm, squares } from '../label/codes.js';
import { printedMoney } from '../pdf/format.js';
import { colours, type Sheet } from '../pdf/sheet.js';
import type { Style } from '../pdf/typesetter.js';

const words = {
  title: { en: 'Pay by DuitNow QR', ms: 'Bayar dengan DuitNow QR' },
  amount: { en: 'Amount: {amount}', ms: 'Jumlah: {amount}' },
  payee: { en: 'To: {name}', ms: 'Kepada: {name}' },
  scan: {
    en: 'Scan with the app of a bank or e-wallet. The amount is in the code.',
    ms: 'Imbas dengan aplikasi bank atau e-dompet. Jumlah sudah ada dalam kod.',
  },
  type: {
    en: 'Scan with the app of a bank or e-wallet, and enter the amount.',
    ms: 'Imbas dengan aplikasi bank atau e-dompet, dan masukkan jumlah.',
  },
} satisfies Record<string, Words>;

/** Side of the code with its quiet zone, in millimetres. */
const SIDE = 40;
const GAP = 8;
const TITLE: Style = { size: 10, weight: 'bold', colour: colours.ink };
const STRONG: Style = { size: 9, weight: 'bold', colour: colours.ink };
const SMALL: Style = { size: 8, colour: colours.ink };

function linesOf({ amount, amount_included, merchant_name }: PrintedDuitNowQr, language: Language): [string, Style][] {
  return [
    [words.title[language], TITLE],
    [words.amount[language].replace('{amount}', () => `MYR ${printedMoney(amount)}`), STRONG],
    [words.payee[language].replace('{name}', () => merchant_name), SMALL],
    [(amount_included ? words.scan : words.type)[language], SMALL],
  ];
}

/** Draws the code at the left end of a page, and what to do with it at its right. */
export function drawDuitNowQr(sheet: Sheet, code: PrintedDuitNowQr, language: Language): void {
  const side = mm(SIDE);
  if (sheet.room < side + GAP) sheet.newPage();
  sheet.y += GAP;
  const top = sheet.y;
  drawCode(sheet, code, sheet.left);
  const left = sheet.left + side + GAP;
  let y = top + GAP;
  for (const [text, style] of linesOf(code, language))
    for (const line of sheet.type.lines(text, sheet.width - side - GAP, 3, style))
      sheet.type.draw(line, left, (y += style.size * 1.4), style);
  sheet.y = top + side;
}

/** Draws the code in the middle of a roll, and what to do with it below. */
export function drawDuitNowQrOnRoll(sheet: Sheet, code: PrintedDuitNowQr, language: Language): void {
  const side = mm(SIDE);
  // With the lines below it, which need room for six.
  if (sheet.room < side + 6 * TITLE.size * 1.6) sheet.newPage();
  drawCode(sheet, code, sheet.left + (sheet.width - side) / 2);
  sheet.y += side;
  for (const [text, style] of linesOf(code, language)) sheet.paragraph(text, style, 3);
  sheet.y += GAP / 2;
}

/** @param left in points, as what is drawn below it is placed */
function drawCode(sheet: Sheet, { payload }: PrintedDuitNowQr, left: number): void {
  const perMm = mm(1);
  drawSquares(sheet.pdf, squares(payload), { x: left / perMm, y: sheet.y / perMm, width: SIDE, height: SIDE });
}
