/**
 * Turns of phrase that comments, titles of tests and documents do not use: they hide who does what, or are no engineer's words.
 * The ESLint rule (eslint-wording.js) and test/lists/wording.test.ts look for them.
 */

/** Between two words of a turn: the line may be wrapped there, and the next begin with the mark of a comment. */
const GAP = String.raw`\s+(?:(?:\*|\/\/|>)\s+)?`;
const START = String.raw`(?<=^[*\s-]*|[.:;]${GAP})`;
const NO_QUESTION = String.raw`(?![^.]*\?)`;

const words = (phrase, after = '') => new RegExp(String.raw`\b${phrase.replaceAll(' ', GAP)}\b${after}`, 'gi');
const sentence = (start) => new RegExp(`${START}${start}${NO_QUESTION}`, 'gm');

const turns = [
  [words('nobody'), 'name it: "no caller", "no other tenant"'],
  [words('somebody'), 'name the subject: "the caller", "a user", "another tenant"'],
  [words('whoever'), 'name the subject: "the caller", "the job", "the holder of the lock"'],
  [words('whatever'), 'name it: "every request", "any text", "regardless of case"'],
  [words('anew'), 'write "again"'],
  [words('by and by'), 'write "in batches", "gradually" or "as it is read"'],
  [words('for good', `(?!${GAP}(?:reason|measure))`), 'write "permanently" or "without a limit"'],
  [words('in hand'), 'write "held", "cached" or "known"'],
  [words('so many'), 'name the number: "at most 20", "a number of"'],
  [words('of (?:its|their) own'), 'write "its own", "separate" or "private"'],
  [words('beside'), 'write "next to", "in addition to", "with" or "compared with"'],
  [sentence(String.raw`Who\s+[a-z]`), 'name the subject: "A caller that …"'],
  [
    sentence(String.raw`What\s+(?:is|was|are|were|has|had|goes|comes|passes|stands|lies)\b`),
    'name the subject: "Transient errors are …", not "What passes is …"',
  ],
];

/** Whether a text can have any, which takes less to say than where. */
export const mayHaveTurns = (text) =>
  /\b(?:(?:no|some)body|wh(?:o|at)ever|anew|by|good|hand|so|own|beside|Who|What)\b/i.test(text);

/** A name of code, an address and the target of a link are no prose. */
const codeOrAddress = /`[^`]*`|\]\([^)]*\)|https?:\S+/g;

/**
 * @param {string} text prose, with or without the marks of a comment
 * @returns {{ index: number, phrase: string, instead: string }[]} in the order of the text
 */
export function turnsIn(text) {
  const prose = text.replace(codeOrAddress, (code) => '`'.repeat(code.length));
  return turns
    .flatMap(([pattern, instead]) =>
      Array.from(prose.matchAll(pattern), ({ 0: phrase, index }) => ({
        index,
        phrase: phrase.replace(new RegExp(GAP, 'g'), ' '),
        instead,
      })),
    )
    .sort((a, b) => a.index - b.index);
}

/**
 * The same for the comments of a source file, of which those on consecutive lines are one text.
 * @param {string} code
 * @param {{ type: string, range: [number, number] }[]} comments as a parser of ESLint gives them
 */
export function turnsOfComments(code, comments) {
  const texts = [];
  for (const { type, range } of comments) {
    const last = texts.at(-1);
    const follows = last?.type === 'Line' && type === 'Line' && /^\s*$/.test(code.slice(last.end, range[0]));
    if (follows) last.end = range[1];
    else texts.push({ type, start: range[0] + 2, end: type === 'Block' ? range[1] - 2 : range[1] });
  }
  return texts.flatMap(({ start, end }) =>
    turnsIn(code.slice(start, end)).map((turn) => ({ ...turn, index: start + turn.index })),
  );
}

/** Markdown without its blocks of code and its comments, of the same length. */
export const proseOf = (markdown) =>
  markdown.replace(/^( *)(`{3,})[^\n]*\n[\s\S]*?^\1\2$|<!--[\s\S]*?-->/gm, (block) => block.replace(/[^\n]/g, ' '));
