import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { shrunk } from './pixels.js';
import { hasAllPixels, pngPixels } from './png-pixels.js';

const chunk = (type: string, data: Uint8Array): Buffer => {
  const summed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(summed), 4);
  return Buffer.concat([around.subarray(0, 4), summed, around.subarray(4)]);
};

interface Drawn {
  width: number;
  height: number;
  depth: number;
  colours: number;
  interlaced: boolean;
  palette?: number[];
  transparency?: number[];
}
const samplesOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Encodes samples row by row, the filters in turn: written apart from the decoder. */
function encoded(of: Drawn, sampleAt: (x: number, y: number, channel: number) => number): { png: Buffer; raw: Buffer } {
  const { width, height, depth, colours, interlaced } = of;
  const channels = samplesOf[colours] as number;
  const step = Math.max(1, (depth * channels) / 8);
  const rows: Buffer[] = [];
  let filter = 0;
  for (const [x0, y0, dx, dy] of interlaced ? adam7 : ([[0, 0, 1, 1]] as const)) {
    let above: number[] | null = null;
    for (let y = y0; y < height; y += dy) {
      let bits = '';
      for (let x = x0; x < width; x += dx)
        for (let channel = 0; channel < channels; channel += 1)
          bits += sampleAt(x, y, channel).toString(2).padStart(depth, '0');
      if (bits === '') continue;
      const row: number[] = (bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) =>
        parseInt(byte, 2),
      );
      const up: number[] | null = above;
      const coded: number[] = row.map((byte, i) => {
        const [a, b, c] = [row[i - step] ?? 0, up?.[i] ?? 0, i >= step ? (up?.[i - step] ?? 0) : 0];
        const p = a + b - c;
        const nearest = [a, b, c].sort((one, other) => Math.abs(p - one) - Math.abs(p - other));
        const paeth =
          Math.abs(p - a) <= Math.abs(p - (nearest[0] as number)) ? a : Math.abs(p - b) <= Math.abs(p - c) ? b : c;
        return (byte - [0, a, b, Math.floor((a + b) / 2), paeth][filter]! + 512) % 256;
      });
      rows.push(Buffer.from([filter, ...coded]));
      filter = (filter + 1) % 5;
      above = row;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colours, 0, 0, interlaced ? 1 : 0], 8);
  const raw = Buffer.concat(rows);
  return { png: pngOf(header, raw, of), raw };
}

const pngOf = (
  header: Buffer,
  raw: Buffer,
  { palette, transparency }: Partial<Drawn>,
  data = deflateSync(raw),
): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', Buffer.from(palette))] : []),
    ...(transparency ? [chunk('tRNS', Buffer.from(transparency))] : []),
    chunk('IDAT', data.subarray(0, 7)),
    chunk('IDAT', data.subarray(7)),
    chunk('IEND', Buffer.alloc(0)),
  ]);

const kinds = [
  ...[1, 2, 4, 8, 16].map((depth) => [0, depth] as const),
  ...[8, 16].flatMap((depth) => [2, 4, 6].map((colours) => [colours, depth] as const)),
  ...[1, 2, 4, 8].map((depth) => [3, depth] as const),
];

describe('the pixels of a PNG', () => {
  it.each(kinds.flatMap(([colours, depth]) => [false, true].map((interlaced) => ({ colours, depth, interlaced }))))(
    'are those that were encoded: %o',
    async ({ colours, depth, interlaced }) => {
      const palette = Array.from({ length: 3 * 2 ** Math.min(depth, 8) }, (_, i) => (i * 37) % 256);
      const of: Drawn = {
        width: 13,
        height: 9,
        depth,
        colours,
        interlaced,
        ...(colours === 3 && { palette, transparency: [0, 128] }),
      };
      const value = (x: number, y: number, channel: number): number =>
        (x * 7919 + y * 104_729 + channel * 31) % 2 ** depth;
      const { png } = encoded(of, value);
      const expected: number[] = [];
      const shown = (sample: number): number =>
        depth === 16 ? sample >> 8 : Math.round((sample * 255) / (2 ** depth - 1));
      for (let y = 0; y < 9; y += 1)
        for (let x = 0; x < 13; x += 1) {
          const s = (channel: number): number => shown(value(x, y, channel));
          const index = value(x, y, 0);
          if (colours === 3) expected.push(...palette.slice(index * 3, index * 3 + 3), [0, 128][index] ?? 255);
          else if (colours === 2) expected.push(s(0), s(1), s(2), 255);
          else if (colours === 6) expected.push(s(0), s(1), s(2), s(3));
          else expected.push(s(0), s(0), s(0), colours === 4 ? s(1) : 255);
        }
      expect(Array.from(pngPixels(png).rgba)).toEqual(expected);
      expect(await hasAllPixels(png)).toBe(true);
    },
  );

  it.each([
    [0, 4, [0, 9], (x: number) => (x === 1 ? 9 : 3)],
    [2, 8, [0, 1, 0, 2, 0, 3], (x: number, _: number, channel: number) => (x === 1 ? channel + 1 : 7)],
    [2, 16, [1, 1, 1, 2, 1, 3], (x: number, _: number, channel: number) => (x === 1 ? 257 + channel : 256)],
  ])(
    'of colour type %i with %i bits are clear where they have the clear colour',
    (colours, depth, transparency, at) => {
      const { png } = encoded({ width: 3, height: 1, depth, colours, interlaced: false, transparency }, at);
      expect([3, 7, 11].map((i) => pngPixels(png).rgba[i])).toEqual([255, 0, 255]);
    },
  );

  it('are not all there where data are cut, damaged, or more than the size says', async () => {
    const of: Drawn = { width: 40, height: 30, depth: 8, colours: 2, interlaced: false };
    const { png, raw } = encoded(of, (x, y, channel) => (x * y + channel) % 256);
    const header = Buffer.from(png.subarray(16, 29));
    const packed = deflateSync(raw);
    const damaged = Buffer.from(packed);
    damaged.fill(0xff, 20, 40);
    const wrongFilter = Buffer.from(raw);
    wrongFilter[121] = 9;
    const bomb = deflateSync(Buffer.alloc(200_000_000));
    for (const data of [
      packed.subarray(0, -20),
      damaged,
      deflateSync(raw.subarray(0, -1)),
      deflateSync(wrongFilter),
      bomb,
    ])
      expect(await hasAllPixels(pngOf(header, raw, {}, data))).toBe(false);
    expect(() => pngPixels(pngOf(header, raw, {}, bomb))).toThrow();
    expect(await hasAllPixels(png)).toBe(true);
  });
});

describe('a smaller picture', () => {
  it('fits into the size, and shows the mean of what it stands for', () => {
    const rgba = Uint8Array.from([0, 0, 0, 255, 100, 0, 0, 255, 255, 255, 255, 0, 9, 9, 9, 255]);
    expect(shrunk({ width: 4, height: 1, rgba }, { width: 2, height: 9 })).toEqual({
      width: 2,
      height: 1,
      // A clear pixel adds no colour.
      rgba: Uint8Array.from([50, 0, 0, 255, 9, 9, 9, 128]),
    });
    expect(shrunk({ width: 4, height: 1, rgba }, { width: 4, height: 1 }).rgba).toBe(rgba);
  });

  it('keeps its shape (property)', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (width, height) => {
        const small = shrunk(
          { width, height, rgba: new Uint8Array(width * height * 4).fill(7) },
          { width: 20, height: 9 },
        );
        expect(small.width <= 20 && small.height <= 9).toBe(true);
        expect(new Set(small.rgba)).toEqual(new Set([7]));
        if (width > 20 || height > 9) expect(small.width === 20 || small.height === 9).toBe(true);
      }),
    ));
});
