import PDFDocument from 'pdfkit';
import { fontFile } from '../render/pdf/fonts.js';
import { hasGlyph } from './pdfkit.js';

describe('the typeface in use of pdfkit', () => {
  it('has the characters that it has', () => {
    const pdf = new PDFDocument().font(fontFile('regular'));
    expect([hasGlyph(pdf, 0x41), hasGlyph(pdf, 0x4e2d)]).toEqual([true, false]);
  });

  it.each([{}, { _font: {} }, { _font: { font: {} } }])('is missed in %j, which names the upgrade', (changed) =>
    expect(() => hasGlyph(changed as never, 0x41)).toThrow(
      /^pdfkit \d+\.\d+\.\d+ is not what this service was written for/,
    ),
  );
});
