import { showBidi } from '@usaha/shared';
import type PDFDocument from 'pdfkit';
import { fallbacks, fontFile, type Face, type Weight } from './fonts.js';

export type Pdf = InstanceType<typeof PDFDocument>;

export interface Style {
  /** Points. */
  size: number;
  weight?: Weight;
  colour?: string;
}

interface Run {
  face: Face;
  text: string;
}

/** What pdfkit keeps of the typeface in use; its types do not say. */
interface InUse {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

const REPLACEMENT = '\uFFFD';
const ELLIPSIS = '…';
/** What sums of widths may be off by, in points. */
export const HAIR = 0.05;
/** Marks belong to the letter before them, and joiners and spaces break no run that has them. */
const continues = /^[\p{M}\p{Cf}\s]$/u;
/** Where a line may end: after a space, and between Chinese characters. */
export const pieces = /\s+|[\p{Script=Han}\u3000-\u303f\uff00-\uffef]|[^\s\p{Script=Han}\u3000-\u303f\uff00-\uffef]+/gu;

/** Sets text whose characters come from several typefaces, all on one baseline. */
export class Typesetter {
  private readonly glyphs = new Map<string, boolean>();
  private readonly widths = new Map<string, number>();

  constructor(private readonly pdf: Pdf) {
    for (const face of new Set(Object.values(fallbacks).flat())) pdf.registerFont(face, fontFile(face));
  }

  /** Whether a typeface can show a character. */
  has(face: Face, character: string): boolean {
    const key = `${face}${character}`;
    let known = this.glyphs.get(key);
    if (known === undefined) {
      this.pdf.font(face);
      known = (this.pdf as unknown as InUse)._font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
      this.glyphs.set(key, known);
    }
    return known;
  }

  /** A text in parts of one typeface each, with controls of its direction shown; what no typeface has is shown as a replacement character. */
  runs(text: string, weight: Weight = 'regular'): Run[] {
    const runs: Run[] = [];
    for (const character of showBidi(text).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')) {
      const last = runs.at(-1);
      if (last && continues.test(character) && this.has(last.face, character)) {
        last.text += character;
        continue;
      }
      const face = fallbacks[weight].find((candidate) => this.has(candidate, character));
      const [first] = fallbacks[weight] as readonly [Face];
      const [use, shown] = face ? [face, character] : [first, REPLACEMENT];
      if (last?.face === use) last.text += shown;
      else runs.push({ face: use, text: shown });
    }
    return runs;
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
      this.pdf.font(run.face).fontSize(style.size);
      this.pdf.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      at += this.runWidth(run) * style.size;
    }
  }

  /** Breaks a text into lines of a width; what goes beyond the last line ends in an ellipsis. */
  lines(text: string, width: number, most: number, style: Style): string[] {
    const lines: string[] = [];
    let line = '';
    for (const piece of text.trim().match(pieces) ?? []) {
      if (line !== '' && this.width(line + piece.trimEnd(), style) > width + HAIR) {
        lines.push(line.trimEnd());
        line = piece.trimStart();
      } else line += piece;
      if (lines.length > most) break;
    }
    lines.push(line.trimEnd());
    const kept = lines.slice(0, most);
    if (lines.length > most) kept[most - 1] += ELLIPSIS;
    return kept.map((one) => this.fit(one, width, style));
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
    return this.pdf.font(face).fontSize(100).widthOfString(text) / 100;
  }
}
