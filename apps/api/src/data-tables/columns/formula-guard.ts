/** What a spreadsheet would take for a formula, behind apostrophes or none. */
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
/** The same behind a semicolon, at which a spreadsheet of many countries begins another cell. */
const BEHIND = /;(\s*)('*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const GUARDED_BEHIND = /;(\s*)'('*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** A text that reads as a number which a spreadsheet has rounded. */
const ROUNDED = /^\s*[+-]?\d+(?:[.,]\d+)?E\+?\d+\s*$/i;

const isGuarded = (text: string): boolean => FORMULA.test(text) || ROUNDED.test(text.replace(/^'+/, ''));

/** A text as it stands in a CSV file: with an apostrophe before what would be a formula, and one more where some stand there. */
export const guarded = (text: string): string => (isGuarded(text) ? `'${text}` : text).replace(BEHIND, ";$1'$2");

/** The text that was guarded so; others stay as they are. */
export function unguarded(cell: string): string {
  const begun = cell.startsWith("'") && isGuarded(cell) ? cell.slice(1) : cell;
  return begun.replace(GUARDED_BEHIND, ';$1$2');
}

/** Whether a cell is a number in a form in which its digits are lost: `9.55E+12`. */
export const isRounded = (cell: string): boolean => ROUNDED.test(cell);
