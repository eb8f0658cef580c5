import { HAIR, pieces, type Style, type Typesetter } from '../pdf/typesetter.js';
import { mm, type Box } from './codes.js';

/** Parts of a block, one below the other. */
export interface Part {
  text: string;
  /** Times the size of the block; 1 unless given. */
  scale?: number;
  weight?: Style['weight'];
}

interface Line {
  text: string;
  style: Style;
}

const LEADING = 1.25;
const STEP = 0.5;
const INK = '#000000';
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Sizes in points, the largest that is tried first. */
export interface Sizes {
  from: number;
  to: number;
}

/**
 * Texts in a place that they never leave: set as large as all of them fit, and where even the smallest size has no room for
 * all, the last line that has ends in an ellipsis.
 */
export function drawBlock(type: Typesetter, parts: readonly Part[], place: Box, { from, to }: Sizes): void {
  const [width, height] = [mm(place.width), mm(place.height)];
  let size = from;
  while (size > to && heightOf(linesOf(type, parts, width, size)) > height) size -= STEP;
  let top = mm(place.y);
  for (const { text, style } of cut(type, linesOf(type, parts, width, size), width, height)) {
    type.draw(text, mm(place.x), top + style.size, style);
    top += style.size * LEADING;
  }
}

const heightOf = (lines: readonly Line[]): number => lines.reduce((sum, { style }) => sum + style.size * LEADING, 0);

function linesOf(type: Typesetter, parts: readonly Part[], width: number, size: number): Line[] {
  return parts.flatMap(({ text, scale = 1, weight }) => {
    const style: Style = { size: size * scale, weight, colour: INK };
    return wrapped(type, text, width, style).map((line) => ({ text: line, style }));
  });
}

/** Lines of a text. A word that is longer than a line goes on over the next: a document would cut it, an address must not be. */
function wrapped(type: Typesetter, text: string, width: number, style: Style): string[] {
  const lines: string[] = [];
  let [line, taken] = ['', 0];
  for (const piece of text.trim().match(pieces) ?? []) {
    for (const part of type.width(piece, style) > width ? clusters(piece) : [piece]) {
      // Earlier measurements are cached: sums of parts are quick, and many sizes are tried.
      const long = type.width(part, style);
      if (taken > 0 && taken + long > width + HAIR && part.trim() !== '') {
        lines.push(line.trimEnd());
        [line, taken] = ['', 0];
      }
      if (line === '' && part.trim() === '') continue;
      line += part;
      taken += long;
    }
  }
  return [...lines, line.trimEnd()];
}

/** What looks like one character each. */
const clusters = (word: string): string[] => Array.from(graphemes.segment(word), ({ segment }) => segment);

function cut(type: Typesetter, lines: readonly Line[], width: number, height: number): Line[] {
  const kept: Line[] = [];
  let room = height;
  for (const line of lines) {
    room -= line.style.size * LEADING;
    if (room < 0) break;
    kept.push(line);
  }
  const last = kept.at(-1);
  if (last && kept.length < lines.length)
    kept[kept.length - 1] = { ...last, text: type.fit(`${last.text}…`, width, last.style) };
  return kept;
}
