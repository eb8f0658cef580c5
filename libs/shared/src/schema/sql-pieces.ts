/** Parts of SQL that are passed over as a whole (comments, texts, names in quotes, dollar quotes), and the characters between. */
const pieces =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|'(?:[^']|'')*'|"[^"]*"|(?<tag>\$(?:[a-z_]\w*)?\$)[\s\S]*?\k<tag>|[\s\S]/gi;

/** The text without its comments: each becomes a space. */
export const withoutComments = (text: string): string =>
  text.replace(pieces, (...found) =>
    (found.at(-1) as { comment?: string }).comment === undefined ? String(found[0]) : ' ',
  );

/**
 * Cuts a text at a character that stands in no parentheses, quotes or comments.
 * @returns the parts without the spaces around them, empty ones included
 */
export function cutAt(separator: ',' | ';', text: string): string[] {
  const parts: string[] = [];
  let [start, depth] = [0, 0];
  for (const { 0: found, index } of text.matchAll(pieces)) {
    if (found === '(') depth += 1;
    if (found === ')') depth -= 1;
    if (found !== separator || depth > 0) continue;
    parts.push(text.slice(start, index));
    start = index + 1;
  }
  return [...parts, text.slice(start)].map((part) => part.trim());
}

/** The end of what begins with a parenthesis at a place: the place behind the one that closes it. */
export function endOfParentheses(text: string, from: number): number {
  let depth = 0;
  for (const { 0: found, index } of text.slice(from).matchAll(pieces)) {
    if (found === '(') depth += 1;
    if (found === ')') depth -= 1;
    if (depth === 0) return from + index + 1;
  }
  throw new Error(`A parenthesis is not closed: ${text.slice(from)}`);
}

/** The text with spaces in place of everything within parentheses, quotes and comments: what is found there stands at the top. */
export function topLevel(text: string): string {
  let depth = 0;
  return text.replace(pieces, (found) => {
    if (found === ')') depth -= 1;
    const isHidden = depth > 0 || found.length > 1;
    if (found === '(') depth += 1;
    return isHidden ? ' '.repeat(found.length) : found;
  });
}

/** Words outside of quotes, in lower case, each once. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .replace(pieces, (found) => (found.length > 1 ? ' ' : found))
      .toLowerCase()
      .match(/[a-z_][a-z0-9_]*/g) ?? [],
  ),
];
