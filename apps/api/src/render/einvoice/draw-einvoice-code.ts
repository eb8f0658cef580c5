import type { PrintedEinvoiceCode } from '@usaha/core';
import { printedDay, type Language, type Words } from '@usaha/shared';
import { drawCodeBlock, drawCodeBlockOnRoll, type CodeBlock } from '../pdf/code-block.js';
import { colours, type Sheet } from '../pdf/sheet.js';
import type { Style } from '../pdf/typesetter.js';

const words = {
  validation: { en: 'E-invoice', ms: 'E-invois' },
  seen: {
    en: 'Validated by LHDN (the tax board). Scan to see it.',
    ms: 'Disahkan oleh LHDN. Imbas untuk melihatnya.',
  },
  request: { en: 'Do you need an e-invoice?', ms: 'Perlukan e-invois?' },
  asked: {
    en: 'Scan and enter your details, at the latest on {day}.',
    ms: 'Imbas dan masukkan maklumat anda selewat-lewatnya pada {day}.',
  },
  simulation: { en: 'SIMULATION', ms: 'SIMULASI (SIMULATION)' },
  unknown: { en: 'LHDN does not know this e-invoice.', ms: 'LHDN tidak mengetahui e-invois ini.' },
} satisfies Record<string, Words>;

/** Side of the code with its quiet zone, in millimetres. */
const SIDE = 38;
const TITLE: Style = { size: 10, weight: 'bold', colour: colours.ink };
const SMALL: Style = { size: 8, colour: colours.ink };
const WARNING: Style = { size: 9, weight: 'bold', colour: '#b42318' };

function blockOf({ leads_to, url, until, is_simulated }: PrintedEinvoiceCode, language: Language): CodeBlock {
  const said: [string, Style] =
    until === null
      ? [words.seen[language], SMALL]
      : [words.asked[language].replace('{day}', () => printedDay(until)), SMALL];
  const simulated: [string, Style][] = [
    [words.simulation[language], WARNING],
    [leads_to === 'validation' ? words.unknown[language] : said[0], SMALL],
  ];
  const lines: [string, Style][] = [[words[leads_to][language], TITLE], ...(is_simulated ? simulated : [said])];
  return { text: url, side: SIDE, lines, link: url };
}

/** Draws the code of an e-invoice at the left end of a page, and what it leads to at its right. */
export function drawEinvoiceCode(sheet: Sheet, code: PrintedEinvoiceCode, language: Language): void {
  drawCodeBlock(sheet, blockOf(code, language));
}

/** Draws it in the middle of a roll, and what it leads to below. */
export function drawEinvoiceCodeOnRoll(sheet: Sheet, code: PrintedEinvoiceCode, language: Language): void {
  drawCodeBlockOnRoll(sheet, blockOf(code, language));
}
