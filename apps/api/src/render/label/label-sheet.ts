import type { ServiceType } from '@usaha/logistics';
import type { Language } from '@usaha/shared';
import type { Logo } from '../pdf/logo.js';
import { Sheet } from '../pdf/sheet.js';
import { bars, drawBars, drawSquares, mm, squares, type Box } from './codes.js';
import { say, sayService } from './label-words.js';
import { drawBlock, type Part } from './text-block.js';

/** Sender or receiver as they are printed. */
export interface LabelParty {
  /** Whom it is for, the person first. */
  names: string[];
  street: string | null;
  /** Postcode, town, state, and the country where it is another. */
  town: string | null;
  phone: string | null;
}

/** What the label of one parcel is drawn from; texts are as they are printed. */
export interface Label {
  tracking_number: string;
  /** URL of public tracking. */
  link: string;
  service: ServiceType;
  from: LabelParty;
  to: LabelParty;
  weight: string | null;
  is_fragile: boolean;
  /** The amount to collect; null where nothing is. */
  cod: string | null;
  /** A parcel that is not to be delivered says so in the place of the amount. */
  is_cancelled: boolean;
  reference: string | null;
  deliver: string | null;
}

export interface LabelSheet {
  /** Name of the courier. */
  business: string;
  language: Language;
  labels: Label[];
}

/** What label printers have, in millimetres; codes keep clear of the edge by their quiet zone. */
const PAGE = { width: 100, height: 150 };
const LEFT = 4;
const WIDTH = PAGE.width - 2 * LEFT;
/** Between the logo and the name. */
const GAP = 2;
const INK = '#000000';
const PAPER = '#ffffff';

/** Where everything stands. Places of texts overlap with none of codes, however long a text is. */
const places = {
  logo: { x: LEFT, y: 2.5, width: 25, height: 12 },
  business: { x: LEFT, y: 5, width: 58, height: 9 },
  service: { x: 66, y: 4, width: 30, height: 10 },
  bars: { x: 2, y: 17, width: 96, height: 20 },
  number: { x: LEFT, y: 38, width: WIDTH, height: 6 },
  from: { x: LEFT, y: 47, width: WIDTH, height: 15 },
  to: { x: LEFT, y: 65, width: WIDTH, height: 27.5 },
  town: { x: LEFT, y: 93, width: WIDTH, height: 9 },
  phone: { x: LEFT, y: 102, width: WIDTH, height: 6 },
  squares: { x: 2, y: 110, width: 33, height: 33 },
  scan: { x: LEFT, y: 143.5, width: 30, height: 4 },
  cod: { x: 38, y: 111, width: 58, height: 15 },
  fragile: { x: 38, y: 128, width: 58, height: 7 },
  facts: { x: 38, y: 136.5, width: 58, height: 11 },
} as const satisfies Record<string, Box>;
const RULES = [15.5, 45, 63.5, 108.5];

/** A page for each parcel. */
export async function drawLabels(
  { business, language, labels }: LabelSheet,
  logo: Logo | null = null,
): Promise<Uint8Array> {
  const roll = { width: mm(PAGE.width), height: mm(PAGE.height) };
  const sheet = new Sheet({ title: say('title', language), author: business, language, foot: '', roll, logo });
  for (const [i, label] of labels.entries()) {
    if (i > 0) sheet.newPage();
    drawLabel(sheet, business, label, language);
    await sheet.takeTurns();
  }
  return sheet.finish();
}

function drawLabel(sheet: Sheet, business: string, label: Label, language: Language): void {
  const { pdf, type } = sheet;
  for (const y of RULES) pdf.rect(mm(LEFT), mm(y), mm(WIDTH), 0.75).fill(INK);
  drawBlock(type, [{ text: business, weight: 'bold' }], nextToLogo(sheet), { from: 12, to: sheet.logo ? 4.5 : 6 });
  drawMark(sheet, sayService(label.service, language), places.service);
  drawBars(pdf, bars(label.tracking_number), places.bars);
  drawCentred(sheet, label.tracking_number, places.number, 15);
  drawBlock(type, senderOf(label.from, language), places.from, { from: 9, to: 4 });
  drawReceiver(sheet, label.to, language);
  drawSquares(pdf, squares(label.link), places.squares);
  drawBlock(type, [{ text: say('scan', language) }], places.scan, { from: 6.5, to: 4.5 });
  if (label.is_cancelled) drawMark(sheet, say('cancelled', language), places.cod);
  else if (label.cod !== null) drawCod(sheet, label.cod, language);
  if (label.is_fragile) drawMark(sheet, say('fragile', language), places.fragile);
  drawBlock(type, factsOf(label, language), places.facts, { from: 9, to: 4.5 });
}

/** Draws the logo, where there is one. @returns the place that it leaves for the name of the business */
function nextToLogo({ logo }: Sheet): Box {
  const { business, logo: most } = places;
  if (!logo) return business;
  const size = logo.within({ width: mm(most.width), height: mm(most.height) });
  logo.draw(mm(most.x), mm(most.y) + (mm(most.height) - size.height) / 2, size);
  const taken = size.width / mm(1) + GAP;
  return { x: business.x + taken, y: most.y + 0.5, width: business.width - taken, height: most.height };
}

/** Small, in as few lines as may be. */
function senderOf({ names, street, town, phone }: LabelParty, language: Language): Part[] {
  const address = [street, town].filter((part) => part !== null);
  return [
    { text: `${say('from', language)}: ${names.join(', ')}`, weight: 'bold' },
    ...(phone === null ? [] : [{ text: `${say('telephone', language)} ${phone}` }]),
    ...(address.length > 0 ? [{ text: address.join(', ') }] : []),
  ];
}

/** Large. Town and telephone number have separate places: however long the rest is, these are there. */
function drawReceiver({ type }: Sheet, { names, street, town, phone }: LabelParty, language: Language): void {
  const parts: Part[] = [
    { text: say('to', language), scale: 0.6 },
    ...names.map((text): Part => ({ text, weight: 'bold' })),
    ...(street === null ? [] : [{ text: street }]),
  ];
  drawBlock(type, parts, places.to, { from: 13, to: 4.5 });
  if (town !== null) drawBlock(type, [{ text: town, weight: 'bold' }], places.town, { from: 15, to: 4.5 });
  if (phone === null) return;
  drawBlock(type, [{ text: `${say('telephone', language)} ${phone}` }], places.phone, { from: 12, to: 4.5 });
}

function factsOf({ weight, reference, deliver }: Label, language: Language): Part[] {
  const facts = [
    [say('weight', language), weight],
    [say('deliver', language), deliver],
    [say('reference', language), reference],
  ] as const;
  return facts.flatMap(([name, text]) => (text === null ? [] : [{ text: `${name}: ${text}` }]));
}

/** The amount that a driver must not overlook. */
function drawCod({ pdf, type }: Sheet, amount: string, language: Language): void {
  const { x, y, width, height } = places.cod;
  pdf.rect(mm(x), mm(y), mm(width), mm(height)).lineWidth(1.5).strokeColor(INK).stroke();
  const inner = { x: x + 1.5, width: width - 3 };
  drawBlock(type, [{ text: say('cod', language) }], { ...inner, y: y + 1, height: 4 }, { from: 7.5, to: 5 });
  drawBlock(type, [{ text: amount, weight: 'bold' }], { ...inner, y: y + 4.5, height: 10 }, { from: 22, to: 8 });
}

/** White on black. */
function drawMark(sheet: Sheet, text: string, place: Box): void {
  sheet.pdf.rect(mm(place.x), mm(place.y), mm(place.width), mm(place.height)).fill(INK);
  drawCentred(sheet, text, place, 15, PAPER);
}

/** One line in the middle of a place, smaller where it would not fit. */
function drawCentred({ type }: Sheet, text: string, place: Box, largest: number, colour = INK): void {
  const room = mm(place.width - 2);
  const size = Math.min(largest, room / type.width(text, { size: 1, weight: 'bold' }));
  const style = { size, weight: 'bold', colour } as const;
  const x = mm(place.x + place.width / 2) - type.width(text, style) / 2;
  // Capitals are seven tenths of their size high.
  type.draw(text, x, mm(place.y + place.height / 2) + size * 0.35, style);
}
