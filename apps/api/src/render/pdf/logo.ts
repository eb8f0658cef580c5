import { BoundedCache } from '@usaha/shared/operation';
import { pngPixels, shrunk, type Pixels } from '@usaha/picture-reader';
import { deflateSync } from 'node:zlib';
import { bitmapImage, drawImage, jpegImage, type Bitmap, type PdfImage } from '../../internals/pdfkit.js';
import type { Pdf } from './typesetter.js';

/** The logo of a business: a JPEG, or a PNG whose pixels are all there. */
export interface Logo {
  /** Names the file among all: its content never changes. */
  key: string;
  file: Uint8Array;
}

/** Points. */
export interface Size {
  width: number;
  height: number;
}

/** What 40 × 18 mm have at 400 dpi: more cannot be seen, and would make every document longer. */
const MOST_PIXELS = { width: 630, height: 283 };
const JPEG = 0xff;
const MIB = 1_048_576;

/** Bitmaps of PNGs, which take their time to decode. */
const bitmaps = new BoundedCache<string, Bitmap>({
  entries: 100,
  characters: 16 * MIB,
  charactersOf: (_, { colours, alpha }) => colours.length + (alpha?.length ?? 0),
});

function bitmapOf({ key, file }: Logo): Bitmap {
  let bitmap = bitmaps.get(key);
  if (!bitmap) {
    const pixels = pngPixels(Buffer.from(file));
    bitmap = packed(shrunk(pixels, MOST_PIXELS), pixels);
    bitmaps.set(key, bitmap);
  }
  return bitmap;
}

function packed({ width, height, rgba }: Pixels, shape: Size): Bitmap {
  const colours = Buffer.alloc(width * height * 3);
  const alpha = Buffer.alloc(width * height);
  for (let i = 0; i < alpha.length; i += 1) {
    colours.set(rgba.subarray(i * 4, i * 4 + 3), i * 3);
    alpha[i] = rgba[i * 4 + 3] as number;
  }
  const isOpaque = alpha.every((value) => value === 255);
  return {
    shape: { width: shape.width, height: shape.height },
    width,
    height,
    colours: deflateSync(colours),
    alpha: isOpaque ? null : deflateSync(alpha),
  };
}

/** A logo in a document, which holds it once. */
export class DrawnLogo {
  private readonly image: PdfImage;

  constructor(
    private readonly pdf: Pdf,
    logo: Logo,
  ) {
    this.image = logo.file[0] === JPEG ? jpegImage(pdf, logo.file) : bitmapImage(bitmapOf(logo));
  }

  /** The largest size within another, in its shape. */
  within(most: Size): Size {
    const { orientation = 1 } = this.image;
    const [width, height] =
      orientation > 4 ? [this.image.height, this.image.width] : [this.image.width, this.image.height];
    const scale = Math.min(most.width / width, most.height / height);
    return { width: width * scale, height: height * scale };
  }

  /** @param x @param y its upper left corner */
  draw(x: number, y: number, { width, height }: Size): void {
    drawImage(this.pdf, this.image, x, y, { fit: [width, height] });
  }
}
