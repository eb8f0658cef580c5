import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Small pictures, made by hand. */

const pngChunk = (type: string, data: Buffer): Buffer => {
  const summed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(summed.length + 8);
  whole.writeUInt32BE(data.length, 0);
  summed.copy(whole, 4);
  whole.writeUInt32BE(crc32(summed), summed.length + 4);
  return whole;
};

/** A PNG with a text in it, of `bytes` bytes where that is said: then its pixels are noise. */
export function png({ text, bytes }: { text?: string; bytes?: number } = {}): Buffer {
  const parts = [
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', Buffer.from('00000001000000010100000000', 'hex')),
    ...(text === undefined ? [] : [pngChunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'))]),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  const without = parts.reduce((sum, part) => sum + part.length, 0) + 12;
  const pixels = bytes === undefined ? deflateSync(Buffer.alloc(2)) : randomBytes(bytes - without);
  return Buffer.concat([...parts.slice(0, -1), pngChunk('IDAT', pixels), ...parts.slice(-1)]);
}

const jpegSegment = (marker: number, payload: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
};

/** Exif with a text, and with the latitude 3° 4' 24" N. */
function exif(text: string): Buffer {
  const tiff = Buffer.alloc(160);
  const entry = (at: number, tag: number, type: number, count: number, value: number): void => {
    tiff.writeUInt16BE(tag, at);
    tiff.writeUInt16BE(type, at + 2);
    tiff.writeUInt32BE(count, at + 4);
    tiff.writeUInt32BE(value, at + 8);
  };
  tiff.write('MM\0*\0\0\0\x08\0\x02', 'latin1');
  entry(10, 0x010e, 2, text.length, 100);
  entry(22, 0x8825, 4, 1, 40);
  tiff.writeUInt16BE(2, 40);
  entry(42, 0x0001, 2, 2, 0x4e000000);
  entry(54, 0x0002, 5, 3, 76);
  [3, 1, 4, 1, 24, 1].forEach((number, i) => tiff.writeUInt32BE(number, 76 + 4 * i));
  tiff.write(text, 100, 'latin1');
  return jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
}

/** A JPEG; with a text, that stands in its Exif, together with the place where it was taken, and in a comment. */
export function jpeg(text?: string): Buffer {
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    ...(text === undefined ? [] : [exif(text), jpegSegment(0xfe, Buffer.from(text, 'latin1'))]),
    jpegSegment(0xdb, Buffer.alloc(65, 1)),
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(16)])),
    jpegSegment(0xc0, Buffer.from('080008000801011100', 'hex')),
    jpegSegment(0xda, Buffer.from('010100003f00', 'hex')),
    Buffer.from('00ff003fffd9', 'hex'),
  ]);
}

export const base64 = (file: Buffer): string => file.toString('base64');
