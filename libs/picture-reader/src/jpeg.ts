import { UPRIGHT, orientationIn, orientationSegment } from './orientation.js';

const [SOI, EOI, SOS, COM] = [0xd8, 0xd9, 0xda, 0xfe];
const [APP0, APP1, APP2, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xee, 0xef];
const [FIRST_RESTART, LAST_RESTART] = [0xd0, 0xd7];
/** Frames: SOF0 to SOF15, without DHT, JPG and DAC, whose codes lie among them. */
const frames: ReadonlySet<number> = new Set(
  Array.from({ length: 16 }, (_, i) => 0xc0 + i).filter((marker) => ![0xc4, 0xc8, 0xcc].includes(marker)),
);
/** Tables of the decoder: DHT, DAC, DQT, DNL, DRI. */
const tables: ReadonlySet<number> = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd]);

const JFIF_BYTES = 18;
const ADOBE_BYTES = 16;
const EXIF = 'Exif\0\0';

export const isJpeg = (file: Buffer): boolean => file[0] === 0xff && file[1] === SOI && file[2] === 0xff;

const begins = (segment: Buffer, identifier: string): boolean =>
  segment.toString('latin1', 4, 4 + identifier.length) === identifier;

/** The first bytes of a segment, with their number as its length. */
function cut(segment: Buffer, bytes: number): Buffer {
  const shorter = Buffer.from(segment.subarray(0, bytes));
  shorter.writeUInt16BE(bytes - 2, 2);
  return shorter;
}

/** JFIF without its thumbnail, which may show parts that were cut from the picture. */
function withoutThumbnail(segment: Buffer): Buffer {
  const header = cut(segment, JFIF_BYTES);
  header.fill(0, JFIF_BYTES - 2);
  return header;
}

/** The part of an application's segment that decoding, colours or orientation need; null for all others. */
function applicationPart(marker: number, segment: Buffer): Buffer | null {
  if (marker === APP0 && begins(segment, 'JFIF\0') && segment.length >= JFIF_BYTES) return withoutThumbnail(segment);
  if (marker === APP2 && begins(segment, 'ICC_PROFILE\0')) return segment;
  if (marker === APP14 && begins(segment, 'Adobe') && segment.length >= ADOBE_BYTES) return cut(segment, ADOBE_BYTES);
  if (marker !== APP1 || !begins(segment, EXIF)) return null;
  const orientation = orientationIn(segment.subarray(4 + EXIF.length));
  return orientation === UPRIGHT ? null : orientationSegment(orientation);
}

/** Whether a frame has a size and the number of components that it states. */
function isFrame(segment: Buffer): boolean {
  if (segment.length < 13) return false;
  const [height, width, components] = [segment.readUInt16BE(5), segment.readUInt16BE(7), segment[9] ?? 0];
  return height > 0 && width > 0 && components > 0 && segment.length === 10 + 3 * components;
}

/** The end of the data of a scan: the next marker that is no restart. @returns -1 where there is none */
function endOfScan(file: Buffer, from: number): number {
  for (let at = from; at < file.length - 1; at += 1) {
    if (file[at] !== 0xff) continue;
    const marker = file[at + 1] as number;
    const isData = marker === 0 || (marker >= FIRST_RESTART && marker <= LAST_RESTART);
    if (!isData && marker !== 0xff) return at;
  }
  return -1;
}

/**
 * Removes metadata: of Exif only the orientation stays. Comments, thumbnails, segments of applications and bytes behind the end are
 * left out. The data of the decoder are copied byte by byte.
 * @returns null for a file that is no complete JPEG
 */
export function jpegWithoutMetadata(file: Buffer): Buffer | null {
  const kept = [file.subarray(0, 2)];
  let [hasFrame, hasScan] = [false, false];
  for (let at = 2; ;) {
    if (file[at] !== 0xff) return null;
    const marker = file[at + 1];
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) return hasScan ? Buffer.concat([...kept, file.subarray(at, at + 2)]) : null;
    if (marker === undefined || at + 4 > file.length) return null;
    let end = at + 2 + file.readUInt16BE(at + 2);
    if (end < at + 4 || end > file.length) return null;
    if (marker === COM) {
      at = end;
      continue;
    }
    const segment = file.subarray(at, end);
    if (marker === SOS) {
      end = endOfScan(file, end);
      if (!hasFrame || end === -1) return null;
      kept.push(file.subarray(at, end));
      hasScan = true;
    } else if (frames.has(marker)) {
      if (!isFrame(segment)) return null;
      kept.push(segment);
      hasFrame = true;
    } else if (tables.has(marker)) kept.push(segment);
    else if (marker >= APP0 && marker <= APP15) kept.push(applicationPart(marker, segment) ?? Buffer.alloc(0));
    else return null;
    at = end;
  }
}

/** Of a JPEG without metadata. */
export function jpegSize(file: Buffer): { width: number; height: number } {
  for (let at = 2; at + 9 < file.length; at += 2 + file.readUInt16BE(at + 2))
    if (frames.has(file[at + 1] as number))
      return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
  throw new Error('A JPEG states no size');
}
