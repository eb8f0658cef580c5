import { isJpeg, jpegSize, jpegWithoutMetadata } from './jpeg.js';
import { isPng, pngSize, pngWithoutMetadata } from './png.js';
import { isWebp, webpSize, webpWithoutMetadata } from './webp.js';

/** The media types of the pictures that are read unless more are asked for. */
export const pictureTypes = ['image/png', 'image/jpeg'] as const;
export type PictureType = (typeof pictureTypes)[number];
/** All that can be read. */
export const allPictureTypes = [...pictureTypes, 'image/webp'] as const;
export type AnyPictureType = (typeof allPictureTypes)[number];

/** A complete picture without its metadata. */
export interface Picture<T extends AnyPictureType = PictureType> {
  media_type: T;
  file: Buffer;
  /** Pixels, as they are stored: an orientation may turn them. */
  width: number;
  height: number;
}

interface Reader {
  is: (file: Buffer) => boolean;
  withoutMetadata: (file: Buffer) => Buffer | null;
  /** Of a file without metadata. */
  size: (file: Buffer) => { width: number; height: number };
}

const readers: Readonly<Record<AnyPictureType, Reader>> = {
  'image/png': { is: isPng, withoutMetadata: pngWithoutMetadata, size: pngSize },
  'image/jpeg': { is: isJpeg, withoutMetadata: jpegWithoutMetadata, size: jpegSize },
  'image/webp': { is: isWebp, withoutMetadata: webpWithoutMetadata, size: webpSize },
};

/** The type of a picture by its first bytes, whole or not; null for any other file. */
export const pictureTypeOf = (beginning: Buffer): AnyPictureType | null =>
  allPictureTypes.find((type) => readers[type].is(beginning)) ?? null;

/**
 * Recognises a picture by its first bytes, checks its structure, and removes its metadata. The pixels are not decoded: their bytes
 * are copied.
 * @param among the types that may be read; PNG and JPEG unless given
 * @returns null for a file that is no complete picture of these
 */
export function readPicture(file: Buffer): Picture | null;
export function readPicture<T extends AnyPictureType>(file: Buffer, among: readonly T[]): Picture<T> | null;
export function readPicture(
  file: Buffer,
  among: readonly AnyPictureType[] = pictureTypes,
): Picture<AnyPictureType> | null {
  const media_type = pictureTypeOf(file);
  if (media_type === null || !among.includes(media_type)) return null;
  const { withoutMetadata, size } = readers[media_type];
  const read = withoutMetadata(file);
  return read && { media_type, file: read, ...size(read) };
}
