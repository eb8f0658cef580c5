import { showBidi } from '@usaha/shared';
import type PDFDocument from 'pdfkit';
import { hasGlyph } from '../../internals/pdfkit.js';
import { candidatesFor, firstOf, fontFile, isReadable, type Face, type Weight } from './fonts.js';
import { burmeseAsSeen } from './burmese.js';
import { inVisualOrder, levelsOf, type DirectedRun } from './visual-order.js';

export type Pdf = InstanceType<typeof PDFDocument>;

export interface Style {
  /** Points. */
  size: number;
  weight?: Weight;
  colour?: string;
}

interface Run extends DirectedRun {
  face: Face;
}

const REPLACEMENT = '\uFFFD';
const ELLIPSIS = '…';
/** What sums of widths may be off by, in points. */
export const HAIR = 0.05;
/** Marks belong to the letter before them, and joiners and spaces break no run that has them. */
const continues = /^[\p{M}\p{Cf}\s]$/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Where a line may end: after a space, and between Chinese characters. */
export const pieces = /\s+|[\p{Script=Han}\u3000-\u303f\uff00-\uffef]|[^\s\p{Script=Han}\u3000-\u303f\uff00-\uffef]+/gu;

/** Sets text whose characters come from several typefaces, all on one baseline. */
export class Typesetter {
  private readonly glyphs = new Map<string, boolean>();
  private readonly widths = new Map<string, number>();

  private readonly registered = new Set<Face>();

  constructor(private readonly pdf: Pdf) {}

  /** Whether a typeface can show a character. */
  has(face: Face, character: string): boolean {
    const key = `${face}${character}`;
    let known = this.glyphs.get(key);
    if (known === undefined) {
      this.use(face);
      known = isReadable(face, character) && hasGlyph(this.pdf, character.codePointAt(0) ?? 0);
      this.glyphs.set(key, known);
    }
    return known;
  }

  /**
   * A line in parts of one typeface each, from left to right as they are drawn, with controls of its direction shown. A character that no
   * typeface has is a box.
   */
  runs(text: string, weight: Weight = 'regular'): Run[] {
    const runs: Run[] = [];
    const line = showBidi(text).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
    const levels = levelsOf(line);
    let at = 0;
    for (const character of line) {
      const level = levels?.[at] ?? 0;
      at += character.length;
      const last = runs.at(-1)?.level === level ? runs.at(-1) : undefined;
      if (last && continues.test(character) && this.has(last.face, character)) {
        last.text += character;
        continue;
      }
      const face = candidatesFor(character, weight).find((candidate) => this.has(candidate, character));
      const [use, shown] = face ? [face, character] : [firstOf(weight), REPLACEMENT];
      if (last?.face === use) last.text += shown;
      else runs.push({ face: use, text: shown, level });
    }
    for (const run of runs) if (run.face === 'burmese') run.text = burmeseAsSeen(run.text);
    return levels ? inVisualOrder(runs) : runs;
  }

  width(text: string, { size, weight }: Style): number {
    const key = `${weight ?? ''}${text}`;
    let width = this.widths.get(key);
    if (width === undefined) {
      width = this.runs(text, weight).reduce((sum, run) => sum + this.runWidth(run), 0);
      this.widths.set(key, width);
    }
    return width * size;
  }

  /** Draws one line. @param x its left end @param baseline from the top of the page */
  draw(text: string, x: number, baseline: number, style: Style): void {
    let at = x;
    this.pdf.fillColor(style.colour ?? '#1f2933');
    for (const run of this.runs(text, style.weight)) {
      this.use(run.face)
        .fontSize(style.size)
        .text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      at += this.runWidth(run) * style.size;
    }
  }

  /** Breaks a text into lines of a width, and where it has line breaks; what goes beyond the last line ends in an ellipsis. */
  lines(text: string, width: number, most: number, style: Style): string[] {
    const lines: string[] = [];
    for (const paragraph of text.trim().split(/\r\n?|[\n\u2028\u2029]/)) {
      let line = '';
      const words = paragraph.trim().match(pieces) ?? [];
      for (const piece of words.flatMap((word) => this.within(word, width, style))) {
        if (line !== '' && this.width(line + piece.trimEnd(), style) > width + HAIR) {
          lines.push(line.trimEnd());
          line = piece.trimStart();
        } else line += piece;
        if (lines.length > most) break;
      }
      lines.push(line.trimEnd());
      if (lines.length > most) break;
    }
    const kept = lines.slice(0, most);
    if (lines.length > most) kept[most - 1] += ELLIPSIS;
    return kept.map((one) => this.fit(one, width, style));
  }

  /** A word that is longer than a line, in parts that look like one character each. */
  private within(word: string, width: number, style: Style): string[] {
    if (word.length < 2 || this.width(word.trimEnd(), style) <= width + HAIR) return [word];
    return Array.from(graphemes.segment(word), ({ segment }) => segment);
  }

  /** A text cut to a width, with an ellipsis where something is missing. */
  fit(text: string, width: number, style: Style): string {
    if (this.width(text, style) <= width + HAIR) return text;
    const characters = [...text.replace(/…$/, '')];
    let [low, high] = [0, characters.length];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const part = characters.slice(0, middle).join('').trimEnd() + ELLIPSIS;
      if (this.width(part, style) <= width) low = middle;
      else high = middle - 1;
    }
    return characters.slice(0, low).join('').trimEnd() + ELLIPSIS;
  }

  /** For a size of one point. */
  private runWidth({ face, text }: Run): number {
    return this.use(face).fontSize(100).widthOfString(text) / 100;
  }

  private use(face: Face): Pdf {
    if (!this.registered.has(face)) {
      this.registered.add(face);
      this.pdf.registerFont(face, fontFile(face));
    }
    return this.pdf.font(face);
  }
}
