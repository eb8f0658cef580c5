import type PDFDocument from 'pdfkit';
import { brokenUpgrade } from './upgrade.js';

/** The typeface in use of a document: pdfkit keeps it, and its types do not declare it. */
interface FontInUse {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/**
 * Whether the typeface in use of a document has a character.
 * @throws StartError where pdfkit no longer keeps its typeface so: the first document that is drawn names the upgrade
 */
export function hasGlyph(pdf: InstanceType<typeof PDFDocument>, codePoint: number): boolean {
  const font = (pdf as unknown as Partial<FontInUse>)._font?.font;
  if (typeof font?.hasGlyphForCodePoint !== 'function')
    throw brokenUpgrade('pdfkit', 'PDFDocument._font.font.hasGlyphForCodePoint()');
  return font.hasGlyphForCodePoint(codePoint);
}
