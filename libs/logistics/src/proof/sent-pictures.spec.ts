import { DomainError } from '@usaha/shared';
import { MAX_PICTURE_BYTES, pictureOf, picturesOf } from './sent-pictures.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
const JPEG = Buffer.from(
  'ffd8' + 'fffe0007536f6d6572' + 'ffc0000b080010000801011100' + 'ffda0008010100003f000102' + 'ffd9',
  'hex',
);

const refusal = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [error.errors?.[0]?.field, error.message];
  }
};
const of = (base64: string, most = 1_000) => refusal(() => pictureOf('pictures.1', base64, most));

describe('a picture that was sent (A-319)', () => {
  it('is recognised by its first bytes, and loses its metadata', () => {
    expect(pictureOf('signature', PNG, 1_000)).toEqual({
      media_type: 'image/png',
      file: Buffer.from(PNG, 'base64'),
      width: 1,
      height: 1,
    });
    const read = pictureOf('signature', JPEG.toString('base64'), 1_000);
    expect(read.media_type).toBe('image/jpeg');
    expect(read.file.includes('Some')).toBe(false);
  });

  it('is refused by name where it is no picture, or not all of it', () => {
    const text = 'pictures.1 must be a whole picture, PNG or JPEG';
    const gif = Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1').toString('base64');
    for (const wrong of ['', 'aGVsbG8=', gif, PNG.slice(0, 64), JPEG.subarray(0, -2).toString('base64')])
      expect([wrong, of(wrong)]).toEqual([wrong, ['pictures.1', text]]);
  });

  it('may be a data URL, as front ends have it: what it says of the type does not count', () => {
    for (const type of ['png', 'jpeg', 'JPG'])
      expect(pictureOf('signature', `data:image/${type};base64,${PNG}`, 67)).toEqual(pictureOf('signature', PNG, 67));
  });

  it.each([
    'x',
    'no base64!',
    `data:image/svg+xml;base64,${PNG}`,
    `data:image/png,${PNG}`,
    `data:image/png;base64,data:image/png;base64,${PNG}`,
    PNG.slice(0, -1),
    `${PNG}\n`,
    PNG.replace('+', '-'),
  ])('is refused where it is no base64: %s', (wrong) => {
    expect(of(wrong)).toEqual([
      'pictures.1',
      'pictures.1 must be a file in base64 (RFC 4648, section 4), with its padding',
    ]);
  });

  it('has the bytes that were sent, and no more', () => {
    expect(of(PNG, 67)).toHaveProperty('file');
    const text = 'pictures.1 must be a file of at most 66 bytes';
    expect(of(PNG, 66)).toEqual(['pictures.1', text]);
    expect(of('x'.repeat(1_000_000), 66)).toEqual(['pictures.1', text]);
  });

  it('is one of several: the signature first, each named where it is wrong', () => {
    const read = picturesOf({ signature: PNG, pictures: [JPEG.toString('base64'), PNG] });
    expect(read.map(({ kind, position, media_type }) => [kind, position, media_type])).toEqual([
      ['signature', 0, 'image/png'],
      ['picture', 1, 'image/jpeg'],
      ['picture', 2, 'image/png'],
    ]);
    expect(read[0]).toMatchObject({ content: PNG, bytes: 67 });
    expect(picturesOf({})).toEqual([]);
    expect(picturesOf({ signature: null, pictures: null })).toEqual([]);
    expect(refusal(() => picturesOf({ signature: '' }))).toHaveProperty('0', 'signature');
    expect(refusal(() => picturesOf({ pictures: [PNG, 'x'] }))).toHaveProperty('0', 'pictures.1');
    const large = Buffer.alloc(MAX_PICTURE_BYTES + 1).toString('base64');
    expect(refusal(() => picturesOf({ pictures: [PNG, PNG, large] }))).toEqual([
      'pictures.2',
      'pictures.2 must be a file of at most 204800 bytes',
    ]);
    expect(refusal(() => picturesOf({ signature: large }))).toHaveProperty('0', 'signature');
  });

  it('are at most three, with those that are files; the signature does not count (A-493)', () => {
    const text = 'pictures and picture_ids together may be at most 3';
    expect(refusal(() => picturesOf({ pictures: [PNG, PNG], picture_ids: ['a', 'b'] }))).toEqual(['picture_ids', text]);
    expect(picturesOf({ signature: PNG, pictures: [PNG, PNG], picture_ids: ['a'] })).toHaveLength(3);
  });
});
