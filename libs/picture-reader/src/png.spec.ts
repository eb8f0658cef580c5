import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { pngWithoutMetadata } from './png.js';

const SECRET = 'Lebuh Pantai 8';
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

const chunk = (type: string, data: string | Buffer = ''): Buffer => {
  const summed = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data as string, 'latin1')]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(summed.length - 4, 0);
  around.writeUInt32BE(crc32(summed), 4);
  return Buffer.concat([around.subarray(0, 4), summed, around.subarray(4)]);
};
const header = (width = 2, height = 2, [depth, colours, compression, filter, interlace] = [8, 0, 0, 0, 0]): Buffer => {
  const data = Buffer.from([
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    depth ?? 0,
    colours ?? 0,
    compression ?? 0,
    filter ?? 0,
    interlace ?? 0,
  ]);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return chunk('IHDR', data);
};
const pixels = chunk('IDAT', deflateSync(Buffer.from([0, 1, 2, 0, 3, 4])));
const end = chunk('IEND');
const png = (...chunks: Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...chunks]);
const bare = png(header(), pixels, end);

const notes: [string, Buffer][] = [
  ['a text', chunk('tEXt', `Comment\0${SECRET}`)],
  ['a compressed text', chunk('zTXt', `Comment\0\0${SECRET}`)],
  ['a text in any language, and XMP', chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${SECRET}`)],
  ['Exif', chunk('eXIf', `MM\0*${SECRET}`)],
  ['a time', chunk('tIME', '\x07\xea\x03\x0a\x10\x1e\0')],
  ['notes of a program', chunk('prVt', SECRET)],
  ['further frames', chunk('fdAT', SECRET)],
];

describe('a PNG without metadata', () => {
  it('is what it was where it has none', () => {
    expect(pngWithoutMetadata(bare)).toEqual(bare);
    const coloured = png(
      header(2, 2, [8, 3, 0, 0, 1]),
      ...['sRGB', 'gAMA', 'iCCP', 'PLTE', 'tRNS', 'pHYs', 'IDAT', 'IDAT'].map((type) => chunk(type, 'abc')),
      end,
    );
    expect(pngWithoutMetadata(coloured)).toEqual(coloured);
  });

  it.each(notes)('is without %s', (_, note) => {
    expect(pngWithoutMetadata(png(header(), note, pixels, note, end))).toEqual(bare);
  });

  it('is without what follows its end', () => {
    expect(pngWithoutMetadata(Buffer.concat([bare, Buffer.from(SECRET)]))).toEqual(bare);
  });

  it('needs a valid header, pixels and its end, and no unknown critical chunk', () => {
    for (const chunks of [
      [pixels, end],
      [header(), end],
      [header(), pixels],
      [header(), header(), pixels, end],
    ])
      expect(pngWithoutMetadata(png(...chunks))).toBeNull();
    expect(pngWithoutMetadata(png(header(), chunk('ABCD'), pixels, end))).toBeNull();
    expect(pngWithoutMetadata(png(header(), chunk('a1cd'), pixels, end))).toBeNull();
    for (const [width, height] of [
      [0, 1],
      [1, 0],
      [2 ** 31, 1],
    ])
      expect(pngWithoutMetadata(png(header(width, height), pixels, end))).toBeNull();
    for (const kind of [
      [3, 0],
      [8, 1],
      [16, 3],
      [8, 5],
      [8, 0, 1],
      [8, 0, 0, 1],
      [8, 0, 0, 0, 2],
    ])
      expect(pngWithoutMetadata(png(header(2, 2, kind as never), pixels, end))).toBeNull();
    expect(pngWithoutMetadata(png(header(2, 2, [8, 3, 0, 0, 0]), pixels, end))).toBeNull();
    expect(pngWithoutMetadata(png(chunk('IHDR', 'short'), pixels, end))).toBeNull();
  });

  it('is none where it is cut anywhere, or one bit of it is another', () => {
    const whole = png(header(), ...notes.map(([, note]) => note), pixels, end);
    for (let bytes = 0; bytes < whole.length; bytes += 1)
      expect([bytes, pngWithoutMetadata(whole.subarray(0, bytes))]).toEqual([bytes, null]);
    for (let bit = SIGNATURE.length * 8; bit < whole.length * 8; bit += 1) {
      const other = Buffer.from(whole);
      other[bit >> 3] = (other[bit >> 3] as number) ^ (1 << (bit & 7));
      expect([bit, pngWithoutMetadata(other)]).toEqual([bit, null]);
    }
  });

  it('stays the same when it is read again, from any bytes', () => {
    const parts = fc.array(
      fc.oneof(
        fc.constantFrom(header(), pixels, end, ...notes.map(([, note]) => note)),
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      ),
    );
    fc.assert(
      fc.property(parts, (chunks) => {
        const found = pngWithoutMetadata(png(header(), ...chunks));
        if (!found) return;
        expect(found.includes(SECRET)).toBe(false);
        expect(pngWithoutMetadata(found)).toEqual(found);
      }),
      { numRuns: 2_000 },
    );
  });
});
