/** RFC 4648, section 6: what authenticators take secrets in. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

/** Bytes as base 32, without padding. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= BITS) {
      bits -= BITS;
      text += ALPHABET.charAt((value >>> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET.charAt((value << (BITS - bits)) & 31);
}

/** The bytes of a text that `encodeBase32` made. @throws Error for another text */
export function decodeBase32(text: string): Buffer {
  const bytes = Buffer.alloc(Math.floor((text.length * BITS) / 8));
  let value = 0;
  let bits = 0;
  let at = 0;
  for (const character of text) {
    const five = ALPHABET.indexOf(character);
    if (five === -1) throw new Error('A character is none of base 32');
    value = (value << BITS) | five;
    bits += BITS;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = value >>> bits;
    at += 1;
    value &= (1 << bits) - 1;
  }
  return bytes;
}
