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

type Pdf = InstanceType<typeof PDFDocument>;

/** A picture of a document: pdfkit asks `embed` before it is drawn first, and refers to `obj`. */
export interface PdfImage {
  /** Pixels, as they are stored. */
  width: number;
  height: number;
  /** As in Exif, from 1 to 8. */
  orientation?: number;
  label?: string;
  obj: unknown;
  embed(document: Pdf): void;
}

/** Pixels as a PDF holds them, deflated. */
export interface Bitmap {
  /** The shape that it is drawn in: what fewer pixels have is rounded. */
  shape: { width: number; height: number };
  width: number;
  height: number;
  /** Three bytes a pixel. */
  colours: Uint8Array;
  /** One byte a pixel; null: all are opaque. */
  alpha: Uint8Array | null;
}

/** A picture of pixels that were decoded before: pdfkit's decoder of PNG takes long, and not all kinds of them. */
export function bitmapImage({ shape, width, height, colours, alpha }: Bitmap): PdfImage {
  const facts = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 };
  return {
    ...shape,
    label: 'Bitmap',
    obj: null,
    embed(document) {
      const mask = alpha && document.ref({ ...facts, ColorSpace: 'DeviceGray', Filter: 'FlateDecode' });
      mask?.end(alpha);
      const image = document.ref({
        ...facts,
        ColorSpace: 'DeviceRGB',
        Filter: 'FlateDecode',
        ...(mask && { SMask: mask }),
      });
      image.end(colours);
      this.obj = image;
    },
  };
}

/** A JPEG, which a PDF holds as it is. @throws StartError where pdfkit opens pictures in another way */
export function jpegImage(pdf: Pdf, file: Uint8Array): PdfImage {
  const { openImage } = pdf as unknown as { openImage?: (this: Pdf, file: Uint8Array) => PdfImage };
  if (typeof openImage !== 'function') throw brokenUpgrade('pdfkit', 'PDFDocument.openImage()');
  return openImage.call(pdf, file);
}

/** Draws a picture. @throws StartError where pdfkit embeds pictures in another way */
export function drawImage(pdf: Pdf, image: PdfImage, x: number, y: number, { fit }: { fit: [number, number] }): void {
  pdf.image(image as never, x, y, { fit });
  if (!image.obj) throw brokenUpgrade('pdfkit', 'PDFImage.embed()');
}
