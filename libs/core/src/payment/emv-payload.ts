type Field = readonly [tag: string, value: string];

/** Data objects of EMV QRCPS-MPM: a tag of two digits, a length of two, the value. @throws for a value of more than 99 characters */
export const tlv = (fields: readonly Field[]): string =>
  fields
    .map(([tag, value]) => {
      if (value.length > 99) throw new Error(`Tag ${tag} of a QR code has ${value.length} characters`);
      return tag + String(value.length).padStart(2, '0') + value;
    })
    .join('');

/** CRC-16/CCITT-FALSE in four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** A payload with its checksum. @param fields all but 63 */
export function emvPayload(fields: readonly Field[]): string {
  const checked = `${tlv(fields)}6304`;
  return checked + crc16(checked);
}
