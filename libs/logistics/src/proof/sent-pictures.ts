import { readPicture, type Picture } from './picture/read-picture.js';
import type { PictureFacts, PictureKind } from './proof-picture.entity.js';

/** Bytes of a file, as it is sent: 200 and 50 KB. */
export const MAX_PICTURE_BYTES = 200 * 1024;
export const MAX_SIGNATURE_BYTES = 50 * 1024;
export const MAX_PICTURES = 3;

/** Files in base64. */
export interface SentPictures {
  signature?: string | null;
  pictures?: readonly string[] | null;
}

/**
 * What was sent, without metadata: the signature first. @throws invalid naming the first that is no whole PNG or JPEG, is no
 * base64, or is too large
 */
export function picturesOf({ signature, pictures }: SentPictures): PictureFacts[] {
  const read: [PictureKind, Picture][] = (pictures ?? []).map((sent, i) => [
    'picture',
    readPicture(`pictures.${i}`, sent, MAX_PICTURE_BYTES),
  ]);
  if (typeof signature === 'string')
    read.unshift(['signature', readPicture('signature', signature, MAX_SIGNATURE_BYTES)]);
  return read.map(([kind, { media_type, file }], position) => ({
    kind,
    position,
    media_type,
    bytes: file.length,
    content: file.toString('base64'),
  }));
}
