import bidiFactory, { type Bidi } from 'bidi-js';

/** A part of a line in one typeface and one direction. */
export interface DirectedRun {
  text: string;
  /** Of its characters (Unicode UAX #9): odd from right to left, even from left to right. */
  level: number;
}

// The package is CommonJS with the types of an ES module.
const bidi = (bidiFactory as unknown as () => Bidi)();
const fromRight = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Thaana}\p{sc=Syriac}]/u;
/** Letters whose shaping also turns them round. */
const isTurnedByShaping = /[\p{sc=Arabic}\u0660-\u0669]/u;
/** Digits that are read from left to right, and turned round like the letters of their script. */
const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/u;

/** The levels of a text's UTF-16 units; null for a text that is set from left to right alone. */
export const levelsOf = (text: string): Uint8Array | null =>
  fromRight.test(text) ? bidi.getEmbeddingLevels(text, 'auto').levels : null;

/** Whether a text begins at the right. */
export const beginsAtRight = (text: string): boolean =>
  fromRight.test(text) && bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1;

/** The runs of a line from left to right as they are drawn (rule L2), with brackets that open the other way (L4). */
export function inVisualOrder<R extends DirectedRun>(runs: readonly R[]): R[] {
  const pieces = runs.flatMap((run) => (run.level % 2 === 1 ? wordsOf(run) : [straight(run)]));
  const highest = Math.max(...pieces.map(({ level }) => level));
  for (let level = highest; level >= 1; level--)
    for (let from = 0; from < pieces.length; from++) {
      let to = from;
      while ((pieces[to]?.level ?? -1) >= level) to++;
      if (to > from) pieces.splice(from, to - from, ...pieces.slice(from, to).reverse());
      from = to;
    }
  return pieces;
}

/** Words and the spaces between them, each a piece: what draws them sets words from left to right. */
const wordsOf = <R extends DirectedRun>(run: R): R[] =>
  (run.text.match(/\s+|\S+/g) ?? []).map((word) => ({ ...run, text: turned(word) }));

/** The shaping turns these digits once more. */
const straight = <R extends DirectedRun>(run: R): R =>
  arabicDigits.test(run.text) ? { ...run, text: Array.from(run.text).reverse().join('') } : run;

function turned(word: string): string {
  const mirrored = Array.from(word, (character) => bidi.getMirroredCharacter(character) ?? character);
  return (isTurnedByShaping.test(word) ? mirrored : mirrored.reverse()).join('');
}
