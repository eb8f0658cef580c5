const TAG = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/** The orientation in which a picture is shown, 1 to 8; 1 is the orientation of the file (Exif 2.32, 4.6.4). */
export type Orientation = number;
export const UPRIGHT: Orientation = 1;

/** Reads the orientation from the TIFF structure of Exif; upright where it has none that is valid. */
export function orientationIn(tiff: Buffer): Orientation {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return UPRIGHT;
  const short = (at: number): number => {
    if (at + 2 > tiff.length) return 0;
    return order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  };
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = short(directory);
  for (let i = 0; i < entries; i += 1) {
    const entry = directory + 2 + i * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > tiff.length) return UPRIGHT;
    if (short(entry) !== TAG || short(entry + 2) !== SHORT) continue;
    const value = short(entry + 8);
    return value >= 1 && value <= 8 ? value : UPRIGHT;
  }
  return UPRIGHT;
}

/** An APP1 segment with this orientation and no other tag. */
export function orientationSegment(orientation: Orientation): Buffer {
  const segment = Buffer.from(
    'ffe10022457869660000' + '4d4d002a00000008' + '000101120003000000010000000000000000',
    'hex',
  );
  segment.writeUInt16BE(orientation, 28);
  return segment;
}
