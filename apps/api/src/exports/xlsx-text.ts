/** Characters of a cell; a spreadsheet opens no workbook that has longer ones. */
export const MOST_OF_CELL = 32_767;

/**
 * UTF-16 units that XML cannot hold, that XML readers change (a line break of CR), or that the writer of the workbook drops; and the
 * beginning of a text that would be taken for one of these in the form that follows.
 */
const ESCAPED =
  /[\0-\x08\x0B-\x1F\x7F-\x9F\uFDD0-\uFDEF\uFFFD-\uFFFF]|[\uD83F\uD87F\uD8BF\uD8FF\uD93F\uD97F\uD9BF\uD9FF\uDA3F\uDA7F\uDABF\uDAFF\uDB3F\uDB7F\uDBBF\uDBFF][\uDFFE\uDFFF]|_(?=x[0-9A-Fa-f]{4}_)/g;

const escaped = (unit: string): string => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** The writer looks texts up in an object, and finds what every object has: `constructor`. */
const isOfObjects = (text: string): boolean => text in Object.prototype;

/** A text as a cell of a workbook has it: units that XML lacks stand as `_x000D_` (ECMA-376, ST_Xstring). */
export const xlsxText = (text: string): string =>
  isOfObjects(text)
    ? escaped(text.charAt(0)) + text.slice(1)
    : text.replace(ESCAPED, (units) => units.split('').map(escaped).join(''));
