import { shortened, spread, ticks } from './scale.js';
import { colours, type Sheet } from './sheet.js';
import type { Style } from './typesetter.js';

export interface ChartPoint {
  label: string;
  value: number;
  /** The value as it is printed next to its bar. */
  shown: string;
}

const LABEL: Style = { size: 7, colour: colours.soft };
const BAR_HEIGHT = 13;
const LINE_HEIGHT = 150;
const GAP = 12;
/** Bars of a chart: more cannot be told apart. */
export const MOST_BARS = 12;

/** Bars from the left, in the order of the points. */
export function drawBars(sheet: Sheet, points: ChartPoint[]): void {
  const { pdf, type, left, width } = sheet;
  const labels = points.map(({ label }) => type.fit(label, width * 0.3, LABEL));
  const labelWidth = Math.max(...labels.map((label) => type.width(label, LABEL))) + 8;
  const shownWidth = Math.max(...points.map(({ shown }) => type.width(shown, LABEL))) + 8;
  const most = Math.max(...points.map(({ value }) => value), 0);
  const full = width - labelWidth - shownWidth;
  points.forEach(({ value, shown }, i) => {
    const y = sheet.y + i * BAR_HEIGHT;
    const length = most > 0 ? Math.max(0, (value / most) * full) : 0;
    const label = labels[i] ?? '';
    type.draw(label, left + labelWidth - 8 - type.width(label, LABEL), y + 9, LABEL);
    if (length > 0) pdf.rect(left + labelWidth, y + 2, length, BAR_HEIGHT - 4).fill(colours.accent);
    type.draw(shown, left + labelWidth + length + 5, y + 9, LABEL);
  });
  pdf
    .moveTo(left + labelWidth, sheet.y)
    .lineTo(left + labelWidth, sheet.y + points.length * BAR_HEIGHT)
    .lineWidth(0.7)
    .strokeColor(colours.soft)
    .stroke();
  sheet.y += points.length * BAR_HEIGHT + GAP;
}

/** A line through the points, evenly spaced in their order. */
export function drawLine(sheet: Sheet, points: ChartPoint[]): void {
  const { pdf, type } = sheet;
  const marks = ticks(Math.max(...points.map(({ value }) => value)));
  const most = marks.at(-1) ?? 1;
  const markWidth = Math.max(...marks.map((mark) => type.width(shortened(mark), LABEL))) + 6;
  const [left, right] = [sheet.left + markWidth, sheet.left + sheet.width - 20];
  const [top, bottom] = [sheet.y + 6, sheet.y + LINE_HEIGHT - 16];
  const yOf = (value: number): number => bottom - (Math.max(0, value) / most) * (bottom - top);
  const xOf = (i: number): number =>
    points.length === 1 ? (left + right) / 2 : left + 8 + (i / (points.length - 1)) * (right - left - 16);

  for (const mark of marks) {
    const text = shortened(mark);
    type.draw(text, left - 6 - type.width(text, LABEL), yOf(mark) + 2.5, LABEL);
    sheet.rule(markWidth, yOf(mark), right - left, mark === 0 ? colours.soft : colours.rule);
  }
  const widest = Math.max(...points.map(({ label }) => type.width(label, LABEL)));
  for (const i of spread(points.length, Math.floor((right - left) / (widest + 14)))) {
    const { label } = points[i] as ChartPoint;
    type.draw(label, xOf(i) - type.width(label, LABEL) / 2, bottom + 12, LABEL);
  }
  points.forEach(({ value }, i) => (i === 0 ? pdf.moveTo(xOf(i), yOf(value)) : pdf.lineTo(xOf(i), yOf(value))));
  pdf.lineWidth(1.2).lineJoin('round').strokeColor(colours.accent).stroke();
  if (points.length <= 40) {
    for (const [i, { value }] of points.entries()) pdf.circle(xOf(i), yOf(value), 1.8).fill(colours.accent);
  }
  sheet.y += LINE_HEIGHT + GAP;
}
