import { colours, type Sheet } from './sheet.js';
import type { Style } from './typesetter.js';

const LABEL: Style = { size: 8.5, colour: colours.soft };
const VALUE: Style = { size: 8.5, weight: 'bold', colour: colours.ink };
const LEADING = 12;
const GAP = 14;

/** Labels and their values, one below the other, over as many pages as they take. @param most lines that a value takes before it is cut */
export function drawFacts(
  sheet: Sheet,
  facts: readonly (readonly [label: string, value: string])[],
  most = Infinity,
): void {
  const indent = Math.max(...facts.map(([label]) => sheet.type.width(label, LABEL))) + GAP;
  for (const [label, value] of facts) {
    const lines = sheet.type.lines(value, sheet.width - indent, most, VALUE);
    lines.forEach((line, i) => {
      if (sheet.room < LEADING) sheet.newPage();
      sheet.y += LEADING;
      if (i === 0) sheet.type.draw(label, sheet.left, sheet.y, LABEL);
      sheet.type.draw(line, sheet.left + indent, sheet.y, VALUE);
    });
  }
}
