import PDFDocument from 'pdfkit';
import { fontFile } from '../render/pdf/fonts.js';
import { bitmapImage, drawImage, hasGlyph, jpegImage } from './pdfkit.js';

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

describe('pictures of pdfkit', () => {
  const bitmap = { shape: { width: 1, height: 1 }, width: 1, height: 1, colours: new Uint8Array(3), alpha: null };

  it('are drawn from pixels, and missed where they are embedded in another way', () => {
    const image = bitmapImage(bitmap);
    const pdf = new PDFDocument();
    drawImage(pdf, image, 0, 0, { fit: [10, 10] });
    expect(image.obj).not.toBeNull();
    const changed = { image: () => undefined } as never;
    const other = bitmapImage(bitmap);
    expect(() => drawImage(changed, other, 0, 0, { fit: [10, 10] })).toThrow(/PDFImage\.embed/);
    expect(() => jpegImage({} as never, new Uint8Array())).toThrow(/openImage/);
  });
});
