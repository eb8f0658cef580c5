import type { DeliveryOrder } from '@usaha/logistics';
import type { Language } from '@usaha/shared';
import { drawFacts } from '../pdf/facts.js';
import type { Logo } from '../pdf/logo.js';
import { Sheet, colours } from '../pdf/sheet.js';
import type { Style } from '../pdf/typesetter.js';
import { MOST_LINES, SMALL, STRONG, WARNING, sellerLines } from '../receipt/receipt-rows.js';
import { collected, orderFacts, packageFacts, partyLines } from './delivery-order-texts.js';
import { say } from './delivery-order-words.js';

/** A delivery order as it is to be printed: plain data, so that another thread can do it. */
export interface DeliveryOrderSheet {
  order: DeliveryOrder;
  printed_at: Date;
  language: Language;
}

const LABEL: Style = { ...SMALL, colour: colours.soft };
const LEADING = 12;
/** Between the two parties. */
const GUTTER = 20;
/** Lines that an address takes, and what is in a package, before they are cut. */
const MOST = { party: 12, contents: 6, instructions: 250 };
const SIGNATURES = 120;
const COLLECT = { style: { size: 14, weight: 'bold', colour: colours.ink } satisfies Style, height: 32 };

/** Prints what the driver carries along and the receiver signs. */
export function drawDeliveryOrder(
  { order, printed_at, language }: DeliveryOrderSheet,
  logo: Logo | null = null,
): Promise<Uint8Array> {
  const { business, tracking_number } = order;
  const title = say('title', language);
  const sheet = new Sheet({
    title: `${title} ${tracking_number}`,
    author: business.name,
    language,
    foot: `${business.name} · ${title} ${tracking_number}`,
    logo,
  });
  // It is no invoice: no tax is on it.
  const seller = { ...business, sst_registration_number: null };
  sheet.standAtHead((isFirst) => {
    sheet.nextToLogo(() => {
      sheet.paragraph(business.name, { size: 15, weight: 'bold', colour: colours.ink }, 2);
      for (const line of sellerLines({ seller }, language)) sheet.paragraph(line, SMALL, MOST_LINES);
    });
    divide(sheet);
    if (!isFirst) sheet.paragraph(`${title} ${tracking_number}`, STRONG, 1);
  });
  sheet.paragraph(title, { size: 17, weight: 'bold', colour: colours.accent }, 1);
  if (order.is_cancelled) sheet.paragraph(say('cancelled', language), WARNING, 1);
  drawFacts(sheet, orderFacts(order, printed_at, language));
  divide(sheet);
  drawParties(sheet, order, language);
  divide(sheet);
  drawFacts(sheet, packageFacts(order, language), MOST.contents);
  sheet.y += LEADING / 2;
  if (order.package.is_fragile) sheet.paragraph(say('fragile', language), WARNING, 1);
  drawInstructions(sheet, order, language);
  drawCollected(sheet, order, language);
  drawSignatures(sheet, language);
  return sheet.finish();
}

function divide(sheet: Sheet): void {
  sheet.y += LEADING;
  sheet.rule(0, sheet.y, sheet.width);
  sheet.y += LEADING / 2;
}

/** Draws both parties next to each other. */
function drawParties(sheet: Sheet, { sender, receiver }: DeliveryOrder, language: Language): void {
  const width = (sheet.width - GUTTER) / 2;
  const top = sheet.y;
  const ends = (
    [
      ['sender', sender],
      ['receiver', receiver],
    ] as const
  ).map(([name, party], i) => {
    const left = sheet.left + i * (width + GUTTER);
    let y = top + LEADING;
    sheet.type.draw(say(name, language), left, y, LABEL);
    for (const text of partyLines(party, language))
      for (const line of sheet.type.lines(text, width, MOST.party, STRONG))
        sheet.type.draw(line, left, (y += LEADING), STRONG);
    return y;
  });
  sheet.y = Math.max(...ends);
}

/** Whole, over as many pages as they take. */
function drawInstructions(sheet: Sheet, { instructions }: DeliveryOrder, language: Language): void {
  if (instructions.length === 0) return;
  drawLine(sheet, say('instructions', language), LABEL);
  for (const text of instructions)
    for (const line of sheet.type.lines(text, sheet.width, MOST.instructions, SMALL)) drawLine(sheet, line, SMALL);
}

function drawLine(sheet: Sheet, text: string, style: Style): void {
  if (sheet.room < LEADING) sheet.newPage();
  sheet.type.draw(text, sheet.left, (sheet.y += LEADING), style);
}

function drawCollected(sheet: Sheet, order: DeliveryOrder, language: Language): void {
  const text = collected(order, language);
  if (text === null) return;
  const { style, height } = COLLECT;
  if (sheet.room < height + LEADING) sheet.newPage();
  sheet.y += LEADING;
  sheet.pdf.rect(sheet.left, sheet.y, sheet.width, height).fill(colours.shade);
  sheet.type.draw(sheet.type.fit(text, sheet.width - GUTTER, style), sheet.left + GUTTER / 2, sheet.y + 21, style);
  sheet.y += height;
}

/** Lines to be written on, on one page. */
function drawSignatures(sheet: Sheet, language: Language): void {
  if (sheet.room < SIGNATURES) sheet.newPage();
  const labels = (['received', 'signature', 'date'] as const).map((name) => say(name, language));
  const indent = Math.max(...labels.map((label) => sheet.type.width(label, LABEL))) + GUTTER;
  for (const label of labels) {
    sheet.y += SIGNATURES / labels.length - LEADING / 2;
    sheet.type.draw(label, sheet.left, sheet.y, LABEL);
    sheet.rule(indent, sheet.y + 2, sheet.width * 0.7 - indent, colours.soft);
  }
}
