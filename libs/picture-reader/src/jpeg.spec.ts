import fc from 'fast-check';
import { jpegWithoutMetadata } from './jpeg.js';
import { orientationSegment } from './orientation.js';

const SECRET = 'Lebuh Pantai 8';

const segment = (marker: number, payload: string | Buffer): Buffer => {
  const bytes = Buffer.from(payload as string, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
};
const [SOI, EOI] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])];
const quantization = segment(0xdb, Buffer.alloc(65, 1));
const huffman = segment(0xc4, Buffer.alloc(20, 2));
/** One component, 8 × 16. */
const frame = segment(0xc0, Buffer.from([8, 0, 16, 0, 8, 1, 1, 0x11, 0]));
/** With bytes in its data that look like markers: stuffed, restarts, and a fill byte before the next marker. */
const scan = Buffer.concat([
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd0, 4]),
]);
const jpeg = (...within: Buffer[]): Buffer => Buffer.concat([SOI, ...within, quantization, huffman, frame, scan, EOI]);
const bare = jpeg();

/** Exif with an orientation, a text and a place, in either order of bytes. */
function exif(order: 'II' | 'MM', orientation: number): Buffer {
  const tiff = Buffer.alloc(100);
  const short = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  const entry = (at: number, tag: number, type: number, count: number) => (
    short(tag, at),
    short(type, at + 2),
    long(count, at + 4)
  );
  tiff.write(order, 'latin1');
  short(42, 2);
  long(8, 4);
  short(3, 8);
  entry(10, 0x010e, 2, SECRET.length);
  long(60, 18);
  entry(22, 0x0112, 3, 1);
  short(orientation, 30);
  entry(34, 0x8825, 4, 1);
  long(80, 42);
  tiff.write(SECRET, 60, 'latin1');
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
}

const notes: [string, Buffer][] = [
  ['Exif that is upright', exif('II', 1)],
  ['Exif without a directory', segment(0xe1, 'Exif\0\0MM\0*')],
  ['Exif whose directory lies beyond it', segment(0xe1, 'Exif\0\0II*\0\xff\xff\xff\xff')],
  ['Exif that is no TIFF', segment(0xe1, `Exif\0\0${SECRET}`)],
  ['XMP', segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${SECRET}</x>`)],
  ['Photoshop and IPTC', segment(0xed, `Photoshop 3.0\0${SECRET}`)],
  ['a comment', segment(0xfe, SECRET)],
  ['further pictures (MPF)', segment(0xe2, `MPF\0${SECRET}`)],
  ['a thumbnail (JFXX)', segment(0xe0, `JFXX\0\x10${SECRET}`)],
  ['notes of a maker', segment(0xe4, SECRET)],
];

describe('a JPEG without metadata', () => {
  it('is what it was where it has none', () => {
    expect(jpegWithoutMetadata(bare)).toEqual(bare);
  });

  it.each(notes)('is without %s', (_, note) => {
    expect(jpegWithoutMetadata(jpeg(note))).toEqual(bare);
  });

  it('is without what stands between its scans, and after its end', () => {
    const second = Buffer.concat([huffman, scan]);
    const [first, last] = [Buffer.concat([SOI, quantization, huffman, frame, scan]), Buffer.concat([second, EOI])];
    const whole = Buffer.concat([first, segment(0xfe, SECRET), last, Buffer.from(SECRET)]);
    expect(jpegWithoutMetadata(whole)).toEqual(Buffer.concat([first, last]));
  });

  it.each(['II', 'MM'] as const)('is still turned as it was (%s), and nothing else is left of Exif', (order) => {
    for (const orientation of [2, 3, 6, 8])
      expect(jpegWithoutMetadata(jpeg(exif(order, orientation)))).toEqual(jpeg(orientationSegment(orientation)));
    for (const nonsense of [0, 9, 65_535]) expect(jpegWithoutMetadata(jpeg(exif(order, nonsense)))).toEqual(bare);
  });

  it('keeps what its colours follow from, and JFIF without a thumbnail', () => {
    const [profile, adobe] = [segment(0xe2, 'ICC_PROFILE\0\x01\x01abc'), segment(0xee, 'Adobe\0\x64\0\0\0\0\x01')];
    const jfif = (thumbnail: string, sides: string) =>
      segment(0xe0, `JFIF\0\x01\x02\0\0\x48\0\x48${sides}${thumbnail}`);
    expect(jpegWithoutMetadata(jpeg(jfif('', '\0\0'), profile, adobe))).toEqual(jpeg(jfif('', '\0\0'), profile, adobe));
    expect(
      jpegWithoutMetadata(jpeg(jfif(SECRET, '\x02\x02'), segment(0xee, `Adobe\0\x64\0\0\0\0\x01${SECRET}`))),
    ).toEqual(jpeg(jfif('', '\0\0'), adobe));
    expect(jpegWithoutMetadata(jpeg(segment(0xe0, 'JFIF\0'), segment(0xee, 'Adobe')))).toEqual(bare);
  });

  it('needs its frame, its scan and its end, and no unknown marker', () => {
    const without = (...parts: Buffer[]) => jpegWithoutMetadata(Buffer.concat([SOI, ...parts]));
    expect(without(quantization, frame, EOI)).toBeNull();
    expect(without(quantization, scan, EOI)).toBeNull();
    expect(without(frame, scan)).toBeNull();
    expect(without(EOI)).toBeNull();
    expect(without(segment(0xc0, Buffer.from([8, 0, 0, 0, 8, 1, 1, 0x11, 0])), scan, EOI)).toBeNull();
    expect(without(segment(0xc0, Buffer.from([8, 0, 16, 0, 8, 3, 1, 0x11, 0])), scan, EOI)).toBeNull();
    for (const marker of [0x01, 0x02, 0xc8, 0xd0, 0xd8, 0xf0])
      expect(jpegWithoutMetadata(jpeg(segment(marker, 'x')))).toBeNull();
    expect(jpegWithoutMetadata(jpeg(Buffer.from([0xff, 0xfe, 0, 1])))).toBeNull();
    expect(jpegWithoutMetadata(jpeg(Buffer.from('x')))).toBeNull();
    expect(jpegWithoutMetadata(jpeg(Buffer.from([0xff, 0xff])))).toEqual(bare);
  });

  it('is none where it is cut anywhere', () => {
    const whole = jpeg(exif('II', 6), ...notes.map(([, note]) => note));
    for (let bytes = 2; bytes < whole.length; bytes += 1)
      expect([bytes, jpegWithoutMetadata(whole.subarray(0, bytes))]).toEqual([bytes, null]);
  });

  it('stays the same when it is read again, from any bytes', () => {
    const damaged = fc.tuple(
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 }),
      fc.uint8Array({ maxLength: 40 }),
    );
    fc.assert(
      fc.property(damaged, fc.boolean(), ([changes, more], isNoise) => {
        const whole = jpeg(
          exif('MM', 6),
          ...notes.map(([, note]) => note),
          segment(0xe1, 'Exif\0\0'),
          segment(0xfe, Buffer.from(more)),
        );
        for (const [at, byte] of changes) whole[at % whole.length] = byte;
        const file = isNoise ? Buffer.concat([SOI, Buffer.from([0xff]), Buffer.from(more)]) : whole;
        const found = jpegWithoutMetadata(file);
        if (!found) return;
        expect(jpegWithoutMetadata(found)).toEqual(found);
      }),
      { numRuns: 2_000 },
    );
  });

  it('holds nothing of what any notes told, wherever they stand', () => {
    const note = fc.constantFrom(...notes.map(([, one]) => one), exif('II', 3), exif('MM', 8));
    fc.assert(
      fc.property(fc.array(note, { maxLength: 6 }), fc.array(note, { maxLength: 6 }), (before, between) => {
        const whole = Buffer.concat([
          SOI,
          ...before,
          quantization,
          frame,
          ...between,
          scan,
          ...before,
          huffman,
          scan,
          EOI,
        ]);
        expect(jpegWithoutMetadata(whole)?.includes(SECRET)).toBe(false);
      }),
    );
  });
});
