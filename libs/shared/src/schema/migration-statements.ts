/**
 * The statements of a migration's text, each by itself: Citus refuses most changes of distributed tables in a message that
 * holds several. Semicolons within quotes, dollar quotes and comments end nothing.
 */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let start = 0;
  for (const { 0: found, index } of text.matchAll(pieces)) {
    if (found !== ';') continue;
    statements.push(text.slice(start, index));
    start = index + 1;
  }
  statements.push(text.slice(start));
  return statements.map((statement) => statement.trim()).filter((statement) => !empty.test(statement));
}

/** The parts that are passed over as a whole, and the semicolons between. */
const pieces = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$(?:[a-z_]\w*)?\$)[\s\S]*?\1|;/gi;

/** Comments alone. */
const empty = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*$/;
