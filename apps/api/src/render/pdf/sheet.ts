import { showBidi, type Language } from '@usaha/shared';
import PDFDocument from 'pdfkit';
import { phrase } from './format.js';
import { DrawnLogo, type Logo, type Size } from './logo.js';
import { beginsAtRight } from './visual-order.js';
import { Typesetter, type Pdf, type Style } from './typesetter.js';

export const colours = { ink: '#1f2933', soft: '#616e7c', rule: '#cbd2d9', shade: '#f1f4f7', accent: '#0b6e99' };

/** Milliseconds that one document is drawn before it is another's turn. */
const TURN_MS = 40;
const MARGIN = 40;
const FOOTER = 24;
/** Of a roll, which is narrow. */
const ROLL_MARGIN = 10;
const POINTS_PER_MM = 72 / 25.4;
/** Room that a logo may take: 40 × 18 mm, on a roll 30 × 14 mm. */
const LOGO: Size = { width: 40 * POINTS_PER_MM, height: 18 * POINTS_PER_MM };
const ROLL_LOGO: Size = { width: 30 * POINTS_PER_MM, height: 14 * POINTS_PER_MM };
/** Between the logo and the text next to it or below. */
const LOGO_GAP = 12;

export interface SheetOptions {
  title: string;
  author: string;
  language: Language;
  landscape?: boolean;
  /** Instead of A4 the paper of a receipt printer: points; without a numbered foot. */
  roll?: { width: number; height: number };
  /** The text at the foot of every page, next to its number, until `standAtFoot` changes it. */
  foot: string;
  /** Of the business; null: it has none. */
  logo?: Logo | null;
}

/** What pdfkit keeps of a page until the end; its types do not say. */
interface Kept {
  content: { buffer?: Uint8Array[] };
}

/** A finished page in one piece: the thousands of small ones that it was written in weigh many times what is in them. */
function packUp(page: unknown): void {
  const { content } = page as Kept;
  if (content.buffer) content.buffer = [Buffer.concat(content.buffer)];
}

/** Pages with a margin and a numbered foot, filled from the top: what every printed document is laid out on. */
export class Sheet {
  readonly pdf: Pdf;
  readonly type: Typesetter;
  readonly logo: DrawnLogo | null;
  readonly left: number;
  readonly width: number;
  /** How far down the page is filled, in points from its top. */
  y: number;
  private turn = performance.now();
  private readonly chunks: Buffer[] = [];
  private readonly bottom: number;
  /** Of each page. */
  private readonly feet: string[];
  /** Points that paragraphs leave free at the right. */
  private free = 0;
  private head: ((isFirst: boolean) => void) | undefined;

  constructor(private readonly options: SheetOptions) {
    this.feet = [options.foot];
    const { title, author, language, landscape, roll } = options;
    this.pdf = new PDFDocument({
      size: roll ? [roll.width, roll.height] : 'A4',
      layout: landscape ? 'landscape' : 'portrait',
      // Pages are broken here, never by the library on the way.
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: language === 'ms' ? 'ms-MY' : 'en-MY',
      displayTitle: true,
      info: { Title: showBidi(title), Author: showBidi(author), Creator: 'Usaha', Producer: 'Usaha' },
    });
    this.pdf.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    this.type = new Typesetter(this.pdf);
    this.logo = options.logo ? new DrawnLogo(this.pdf, options.logo) : null;
    this.left = roll ? ROLL_MARGIN : MARGIN;
    this.y = this.left;
    this.width = this.pdf.page.width - 2 * this.left;
    this.bottom = this.pdf.page.height - this.left - (roll ? 0 : FOOTER);
  }

  /** Points that are left on this page. */
  get room(): number {
    return this.bottom - this.y;
  }

  /** A page that goes on with what is drawn, below its head. */
  newPage(): void {
    this.beginPage();
    this.head?.(false);
  }

  /** A page for something else, without the head of the pages before. */
  beginPage(): void {
    packUp(this.pdf.page);
    this.pdf.addPage();
    this.feet.push(this.feet.at(-1) ?? this.options.foot);
    this.y = this.left;
  }

  /** Lets others of this thread have their turn, where it is time: for between the rows and pages of what may be long. */
  async takeTurns(): Promise<void> {
    if (performance.now() - this.turn < TURN_MS) return;
    await new Promise(setImmediate);
    this.turn = performance.now();
  }

  /** Sets the text at the foot of this page and of the following ones. */
  standAtFoot(text: string): void {
    this.feet[this.feet.length - 1] = text;
  }

  /** Draws what stands at the head of this page, and again on the following ones. */
  standAtHead(draw: (isFirst: boolean) => void): void {
    this.head = draw;
    draw(true);
  }

  /** Draws paragraphs with the logo at their right, where there is one: what follows begins below both. */
  nextToLogo(draw: () => void): void {
    if (!this.logo) return draw();
    const size = this.logo.within(LOGO);
    const below = this.y + size.height + LOGO_GAP / 2;
    this.logo.draw(this.left + this.width - size.width, this.y, size);
    this.free = size.width + LOGO_GAP;
    draw();
    this.free = 0;
    this.y = Math.max(this.y, below);
  }

  /** Draws the logo in the middle of a roll, where there is one: what follows begins below. */
  logoAbove(): void {
    if (!this.logo) return;
    const size = this.logo.within(ROLL_LOGO);
    this.logo.draw(this.left + (this.width - size.width) / 2, this.y, size);
    this.y += size.height + LOGO_GAP / 2;
  }

  /** One or more lines of text, from here down; one that begins at the right stands there. */
  paragraph(text: string, style: Style, most = 3): void {
    const width = this.width - this.free;
    // A text that the whole width has room for is not cut next to a logo.
    const lines = Math.ceil((most * this.width) / width);
    for (const line of this.type.lines(text, width, lines, style)) this.line(line, style);
    this.y += style.size * 0.35;
  }

  /** A text of any length with its line breaks, over as many pages as it takes. */
  flow(text: string, style: Style): void {
    for (const line of this.type.lines(text, this.width, Infinity, style)) {
      if (this.room < style.size * 2) this.newPage();
      this.line(line, style);
    }
    this.y += style.size * 0.35;
  }

  private line(text: string, style: Style): void {
    this.y += style.size * 1.25;
    const room = beginsAtRight(text) ? this.width - this.free - this.type.width(text, style) : 0;
    this.type.draw(text, this.left + room, this.y, style);
  }

  /** @param x from the left end of the text area */
  rule(x: number, y: number, width: number, colour = colours.rule): void {
    this.pdf
      .moveTo(this.left + x, y)
      .lineTo(this.left + x + width, y)
      .lineWidth(0.5)
      .strokeColor(colour)
      .stroke();
  }

  /** The finished document. */
  async finish(): Promise<Uint8Array> {
    const { count } = this.pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.pdf.switchToPage(page);
      this.foot(page + 1, count);
      await this.takeTurns();
    }
    const ended = new Promise((done, fail) => this.pdf.once('end', done).once('error', fail));
    this.pdf.end();
    await ended;
    return Buffer.concat(this.chunks);
  }

  private foot(page: number, pages: number): void {
    if (this.options.roll) return;
    const style: Style = { size: 7.5, colour: colours.soft };
    const baseline = this.pdf.page.height - MARGIN;
    const number = phrase('page', this.options.language, { page: String(page), pages: String(pages) });
    const numberWidth = this.type.width(number, style);
    this.rule(0, baseline - 12, this.width);
    this.type.draw(
      this.type.fit(this.feet[page - 1] ?? '', this.width - numberWidth - 20, style),
      this.left,
      baseline,
      style,
    );
    this.type.draw(number, this.left + this.width - numberWidth, baseline, style);
  }
}
