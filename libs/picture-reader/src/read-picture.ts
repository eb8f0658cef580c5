import { isJpeg, jpegWithoutMetadata } from './jpeg.js';
import { isPng, pngWithoutMetadata } from './png.js';

/** The media types of the pictures that are read. */
export const pictureTypes = ['image/png', 'image/jpeg'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** A complete picture without its metadata. */
export interface Picture {
  media_type: PictureType;
  file: Buffer;
}

/**
 * Recognises a picture by its first bytes, checks its structure, and removes its metadata. The pixels are not decoded: their bytes
 * are copied.
 * @returns null for a file that is no complete PNG or JPEG
 */
export function readPicture(file: Buffer): Picture | null {
  const [media_type, read]: [PictureType, Buffer | null] = isPng(file)
    ? ['image/png', pngWithoutMetadata(file)]
    : ['image/jpeg', isJpeg(file) ? jpegWithoutMetadata(file) : null];
  return read && { media_type, file: read };
}
