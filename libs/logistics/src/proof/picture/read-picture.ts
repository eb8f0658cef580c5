import { invalid } from '@usaha/shared';
import { messages } from '../../messages.js';
import type { PictureType } from '../proof-picture.entity.js';
import { bareJpeg, isJpeg } from './jpeg.js';
import { barePng, isPng } from './png.js';

/** A picture without its metadata. */
export interface Picture {
  media_type: PictureType;
  file: Buffer;
}

/** What front ends put before the base64 of a picture that they have drawn (RFC 2397). It says nothing that the file does not. */
const DATA_URL = /^data:image\/(?:png|jpe?g);base64,/i;

/**
 * Reads a picture that was sent as base64, or as a data URL of one, by its first bytes. @param most bytes of the file as it was sent
 * @throws invalid for the field, for what is no base64, for a file that is larger, and for one that is no whole PNG or JPEG
 */
export function readPicture(field: string, text: string, most: number): Picture {
  const base64 = text.replace(DATA_URL, '');
  // What is longer is too much whatever it is, and is not even decoded.
  if (base64.length > Math.ceil(most / 3) * 4) throw invalid(field, messages.pictureTooLarge({ field, most }));
  const sent = Buffer.from(base64, 'base64');
  // Node skips what does not belong there.
  if (sent.toString('base64') !== base64) throw invalid(field, messages.pictureNoBase64({ field }));
  if (sent.length > most) throw invalid(field, messages.pictureTooLarge({ field, most }));
  const picture = bare(sent);
  if (!picture) throw invalid(field, messages.pictureUnreadable({ field }));
  return picture;
}

function bare(sent: Buffer): Picture | null {
  const [media_type, file]: [PictureType, Buffer | null] = isPng(sent)
    ? ['image/png', barePng(sent)]
    : ['image/jpeg', isJpeg(sent) ? bareJpeg(sent) : null];
  return file && { media_type, file };
}
