/** One data object of an EMV code: two digits that name it, and its value. */
export interface EmvField {
  /** 00 to 99. */
  tag: string;
  value: string;
}

/** The last object of a code: CRC of everything before it, and of the tag and length of the CRC. */
export const CRC_TAG = '63';
const CRC_HEAD = `${CRC_TAG}04`;
/** Tag and length, two digits each. */
const HEAD = /^(\d\d)(\d\d)$/;

/** Characters as EMV counts them: code points, not UTF-16 units. */
const lengthOf = (text: string): number => [...text].length;

/**
 * Reads the objects of a code, or of a template within one (EMV QRCPS-MPM, section 3). Lengths are in characters.
 * @returns null where a head or a value is cut off, a length is 0, or a tag stands twice
 */
export function readEmvFields(text: string): EmvField[] | null {
  const characters = [...text];
  const fields: EmvField[] = [];
  for (let at = 0; at < characters.length;) {
    const [, tag, length] = HEAD.exec(characters.slice(at, at + 4).join('')) ?? [];
    if (tag === undefined || fields.some((field) => field.tag === tag)) return null;
    const value = characters.slice(at + 4, at + 4 + Number(length));
    if (value.length === 0 || value.length < Number(length)) return null;
    fields.push({ tag, value: value.join('') });
    at += 4 + value.length;
  }
  return fields;
}

/** Writes objects one after another. @throws RangeError for a value of no or more than 99 characters */
export function writeEmvFields(fields: readonly EmvField[]): string {
  return fields
    .map(({ tag, value }) => {
      const length = lengthOf(value);
      if (length < 1 || length > 99) throw new RangeError(`The value of tag ${tag} has ${length} characters`);
      return `${tag}${String(length).padStart(2, '0')}${value}`;
    })
    .join('');
}

/** CRC-16/CCITT-FALSE over the UTF-8 of a text: polynomial 1021, initial FFFF, no reflection. @returns four hexadecimal capitals */
export function crcOf(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Writes a code: its objects without the CRC, and the CRC behind them. @throws RangeError as `writeEmvFields` */
export function writeEmvCode(fields: readonly EmvField[]): string {
  const text = writeEmvFields(fields.filter(({ tag }) => tag !== CRC_TAG)) + CRC_HEAD;
  return text + crcOf(text);
}

/** Whether a code ends with its CRC, and the CRC is right. */
export const hasRightCrc = (code: string): boolean =>
  code.slice(-8, -4) === CRC_HEAD && code.slice(-4) === crcOf(code.slice(0, -4));
