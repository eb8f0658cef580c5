import { readPicture } from './read-picture.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);
const JPEG = Buffer.from(
  'ffd8' + 'fffe0007536f6d6572' + 'ffc0000b080010000801011100' + 'ffda0008010100003f000102' + 'ffd9',
  'hex',
);

describe('a picture', () => {
  it('is recognised by its first bytes, and loses its metadata', () => {
    expect(readPicture(PNG)).toEqual({ media_type: 'image/png', file: PNG, width: 1, height: 1 });
    const read = readPicture(JPEG);
    expect(read).toMatchObject({ media_type: 'image/jpeg', width: 8, height: 16 });
    expect(JPEG.includes('Some')).toBe(true);
    expect(read?.file.includes('Some')).toBe(false);
  });

  it('is null for another file, and for a part of a picture', () => {
    const gif = Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1');
    for (const wrong of [Buffer.alloc(0), Buffer.from('hello'), gif, PNG.subarray(0, 48), JPEG.subarray(0, -2)])
      expect(readPicture(wrong)).toBeNull();
  });
});
