import { UPRIGHT, orientationIn, orientationSegment } from './orientation.js';

const [SOI, EOI, SOS, COM] = [0xd8, 0xd9, 0xda, 0xfe];
const [APP0, APP1, APP2, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xee, 0xef];
const [FIRST_RESTART, LAST_RESTART] = [0xd0, 0xd7];
/** Frames: SOF0 to SOF15, without the three codes among them that are something else. */
const frames: ReadonlySet<number> = new Set(
  Array.from({ length: 16 }, (_, i) => 0xc0 + i).filter((marker) => ![0xc4, 0xc8, 0xcc].includes(marker)),
);
/** Tables that the scans are decoded by: DHT, DAC, DQT, DNL, DRI. */
const tables: ReadonlySet<number> = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd]);

const JFIF_BYTES = 18;
const ADOBE_BYTES = 16;
const EXIF = 'Exif\0\0';

export const isJpeg = (file: Buffer): boolean => file[0] === 0xff && file[1] === SOI && file[2] === 0xff;

const begins = (segment: Buffer, identifier: string): boolean =>
  segment.toString('latin1', 4, 4 + identifier.length) === identifier;

/** A segment cut to so many bytes. */
function cut(segment: Buffer, bytes: number): Buffer {
  const shorter = Buffer.from(segment.subarray(0, bytes));
  shorter.writeUInt16BE(bytes - 2, 2);
  return shorter;
}

/** JFIF without its thumbnail, which may show what was cut from the picture. */
function withoutThumbnail(segment: Buffer): Buffer {
  const header = cut(segment, JFIF_BYTES);
  header.fill(0, JFIF_BYTES - 2);
  return header;
}

/** What stays of an application's segment: what a picture is decoded, coloured and turned by. */
function applicationPart(marker: number, segment: Buffer): Buffer | null {
  if (marker === APP0 && begins(segment, 'JFIF\0') && segment.length >= JFIF_BYTES) return withoutThumbnail(segment);
  if (marker === APP2 && begins(segment, 'ICC_PROFILE\0')) return segment;
  if (marker === APP14 && begins(segment, 'Adobe') && segment.length >= ADOBE_BYTES) return cut(segment, ADOBE_BYTES);
  if (marker !== APP1 || !begins(segment, EXIF)) return null;
  const orientation = orientationIn(segment.subarray(4 + EXIF.length));
  return orientation === UPRIGHT ? null : orientationSegment(orientation);
}

/** Whether a frame has a size and as many components as it says. */
function isFrame(segment: Buffer): boolean {
  if (segment.length < 13) return false;
  const [height, width, components] = [segment.readUInt16BE(5), segment.readUInt16BE(7), segment[9] ?? 0];
  return height > 0 && width > 0 && components > 0 && segment.length === 10 + 3 * components;
}

/** Where the data of a scan end: at the next marker that is none of its own. @returns -1 where there is none */
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
 * A JPEG without what is no picture: of Exif stays which way up it is, and nothing else of it; comments, thumbnails, what programs
 * note in it and what follows its end are left out. What is decoded is copied byte by byte.
 * @returns null for what is no whole JPEG
 */
export function bareJpeg(file: Buffer): Buffer | null {
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
