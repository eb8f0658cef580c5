import { readPicture, type Picture } from '@usaha/picture-reader';
import { invalid } from '@usaha/shared';
import { messages } from '../messages.js';
import type { PictureFacts, PictureKind } from './proof-picture.entity.js';

/** Bytes of a file, as it is sent: 200 and 50 KB. */
export const MAX_PICTURE_BYTES = 200 * 1024;
export const MAX_SIGNATURE_BYTES = 50 * 1024;
export const MAX_PICTURES = 3;

/** Files in base64, and ids of files that were uploaded. */
export interface SentPictures {
  signature?: string | null;
  pictures?: readonly string[] | null;
  picture_ids?: readonly string[] | null;
}

/** The prefix that front ends put before base64 (RFC 2397). It says nothing that the file does not. */
const DATA_URL = /^data:image\/(?:png|jpe?g);base64,/i;

/**
 * Removes metadata from the pictures of a proof; the signature comes first. @throws invalid for the first field that is no complete
 * PNG or JPEG, no base64, or too large, and for `picture_ids` where pictures and files together are too many
 */
export function picturesOf({ signature, pictures, picture_ids }: SentPictures): PictureFacts[] {
  if ((pictures?.length ?? 0) + (picture_ids?.length ?? 0) > MAX_PICTURES)
    throw invalid('picture_ids', messages.picturesTooMany({ most: MAX_PICTURES }));
  const read: [PictureKind, Picture][] = (pictures ?? []).map((sent, i) => [
    'picture',
    pictureOf(`pictures.${i}`, sent, MAX_PICTURE_BYTES),
  ]);
  if (typeof signature === 'string')
    read.unshift(['signature', pictureOf('signature', signature, MAX_SIGNATURE_BYTES)]);
  return read.map(([kind, { media_type, file }], position) => ({
    kind,
    position,
    media_type,
    bytes: file.length,
    content: file.toString('base64'),
  }));
}

/**
 * Reads a picture from base64 or from a data URL. @param most bytes of the file as it was sent
 * @throws invalid for the field: no base64, a file that is larger, and one that is no complete PNG or JPEG
 */
export function pictureOf(field: string, text: string, most: number): Picture {
  const base64 = text.replace(DATA_URL, '');
  // A longer text is too large in any case, and is not decoded.
  if (base64.length > Math.ceil(most / 3) * 4) throw invalid(field, messages.pictureTooLarge({ field, most }));
  const sent = Buffer.from(base64, 'base64');
  // Node skips characters that base64 does not have.
  if (sent.toString('base64') !== base64) throw invalid(field, messages.pictureNoBase64({ field }));
  if (sent.length > most) throw invalid(field, messages.pictureTooLarge({ field, most }));
  const picture = readPicture(sent);
  if (!picture) throw invalid(field, messages.pictureUnreadable({ field }));
  return picture;
}
