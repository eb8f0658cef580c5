import type { ContentRange } from '../../wire/stored-content.js';

/**
 * The one range that a header asks for (RFC 9110, 14.2).
 * @returns `whole` where it asks for none that is served: several, other units, malformed; `outside` where none of its bytes is there
 */
export function rangeOf(header: string | undefined, bytes: number): ContentRange | 'whole' | 'outside' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'outside' : { first: bytes - length, last: bytes - 1 };
  }
  if (last !== '' && Number(last) < Number(first)) return 'whole';
  if (Number(first) >= bytes) return 'outside';
  return { first: Number(first), last: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}
