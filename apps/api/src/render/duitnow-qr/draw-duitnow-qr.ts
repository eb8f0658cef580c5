import type { PrintedDuitNowQr } from '@usaha/core';
import type { Language, Words } from '@usaha/shared';
import { drawCodeBlock, drawCodeBlockOnRoll, type CodeBlock } from '../pdf/code-block.js';
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
  drawCodeBlock(sheet, blockOf(code, language));
}

/** Draws the code in the middle of a roll, and what to do with it below. */
export function drawDuitNowQrOnRoll(sheet: Sheet, code: PrintedDuitNowQr, language: Language): void {
  drawCodeBlockOnRoll(sheet, blockOf(code, language));
}

const blockOf = (code: PrintedDuitNowQr, language: Language): CodeBlock => ({
  text: code.payload,
  side: SIDE,
  lines: linesOf(code, language),
});
