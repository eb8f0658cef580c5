import { drawSquares, mm, squares } from '../label/codes.js';
import type { Sheet } from './sheet.js';
import type { Style } from './typesetter.js';

/** A QR code, and what stands next to it or below. */
export interface CodeBlock {
  text: string;
  /** Side of the code with its quiet zone, in millimetres. */
  side: number;
  lines: readonly (readonly [text: string, style: Style])[];
  /** Where a click on the code leads; absent: nowhere. */
  link?: string;
}

const GAP = 8;
/** Of the first line. */
const TITLE_SIZE = 10;

/** Draws the code at the left end of a page, and its lines at its right. */
export function drawCodeBlock(sheet: Sheet, block: CodeBlock): void {
  const side = mm(block.side);
  if (sheet.room < side + GAP) sheet.newPage();
  sheet.y += GAP;
  const top = sheet.y;
  drawCode(sheet, block, sheet.left);
  const left = sheet.left + side + GAP;
  let y = top + GAP;
  for (const [text, style] of block.lines)
    for (const line of sheet.type.lines(text, sheet.width - side - GAP, 3, style))
      sheet.type.draw(line, left, (y += style.size * 1.4), style);
  sheet.y = top + side;
}

/** Draws the code in the middle of a roll, and its lines below. */
export function drawCodeBlockOnRoll(sheet: Sheet, block: CodeBlock): void {
  const side = mm(block.side);
  // With the lines below it, which need room for six.
  if (sheet.room < side + 6 * TITLE_SIZE * 1.6) sheet.newPage();
  drawCode(sheet, block, sheet.left + (sheet.width - side) / 2);
  sheet.y += side;
  for (const [text, style] of block.lines) sheet.paragraph(text, style, 3);
  sheet.y += GAP / 2;
}

/** @param left in points, as what is drawn below it is placed */
function drawCode(sheet: Sheet, { text, side, link }: CodeBlock, left: number): void {
  const perMm = mm(1);
  drawSquares(sheet.pdf, squares(text), { x: left / perMm, y: sheet.y / perMm, width: side, height: side });
  if (link !== undefined) sheet.pdf.link(left, sheet.y, mm(side), mm(side), link);
}
