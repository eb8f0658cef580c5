import { withoutBidi } from '@usaha/shared';
import { endings, type FileType } from './file-purposes.js';

/** Bytes of a name in UTF-8. */
export const LONGEST_NAME = 255;
const UNNAMED = 'file';

/** Control characters, separators of lines, and halves of surrogate pairs. Joiners stay: words of some scripts need them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The last segment of a path as any system writes one, without characters that are not seen. */
function segmentOf(sent: string): string {
  const segment = sent.normalize('NFC').split(/[\\/]/).at(-1) as string;
  return withoutBidi(segment).replace(UNPRINTABLE, '').trim().replace(/^\.+/, '').trim();
}

/** The longest beginning of a text with at most a number of bytes in UTF-8. */
function cut(text: string, most: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    kept += character;
  }
  return kept;
}

/**
 * A name as it is kept: the last segment of a path, without control and bidi characters, at most 255 bytes, with the ending
 * of the file's type.
 */
export function fileNameOf(sent: string | null, type: FileType): string {
  const segment = segmentOf(sent ?? '') || UNNAMED;
  const known = endings[type];
  const lower = segment.toLowerCase();
  const own = known.find((ending) => lower.endsWith(ending) && lower !== ending);
  const ending = own ? segment.slice(-own.length) : known[0];
  const stem = own ? segment.slice(0, -own.length) : segment;
  return `${cut(stem, LONGEST_NAME - Buffer.byteLength(ending))}${ending}`;
}
