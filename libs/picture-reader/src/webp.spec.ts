import { readPicture } from './read-picture.js';
import { webpWithoutMetadata } from './webp.js';

function chunk(name: string, data: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(name, 'latin1');
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
}

const webp = (...chunks: Buffer[]): Buffer => chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
/** A frame of 3 × 2 pixels. */
const lossless = chunk('VP8L', Buffer.from('2f0240000000', 'hex'));
const extended = (flags: number): Buffer => chunk('VP8X', Buffer.from([flags, 0, 0, 0, 2, 0, 0, 1, 0, 0]));
const among = ['image/webp'] as const;

describe('A-483: a WebP', () => {
  it('loses Exif, XMP, unknown chunks and what follows its end', () => {
    const secret = Buffer.from('Somewhere');
    const sent = Buffer.concat([
      webp(
        extended(0x2c),
        chunk('ICCP', Buffer.from('colours')),
        lossless,
        chunk('EXIF', secret),
        chunk('XMP ', secret),
        chunk('NOTE', secret),
      ),
      secret,
    ]);
    const read = readPicture(sent, among);
    expect(read).toMatchObject({ media_type: 'image/webp', width: 3, height: 2 });
    expect(read?.file).toEqual(webp(extended(0x20), chunk('ICCP', Buffer.from('colours')), lossless));
  });

  it('keeps the frames of an animation, and what of them is picture', () => {
    const frame = (...parts: Buffer[]): Buffer => chunk('ANMF', Buffer.concat([Buffer.alloc(16), ...parts]));
    const animation = chunk('ANIM', Buffer.alloc(6));
    const sent = webp(extended(2), animation, frame(lossless, chunk('NOTE', Buffer.from('x'))), frame(lossless));
    expect(webpWithoutMetadata(sent)).toEqual(webp(extended(2), animation, frame(lossless), frame(lossless)));
  });

  it('is null where it is not whole, and where it is not asked for', () => {
    const whole = webp(lossless);
    for (let length = 0; length < whole.length; length += 1)
      expect(readPicture(whole.subarray(0, length), among)).toBeNull();
    expect(readPicture(webp(extended(0)), among)).toBeNull();
    expect(readPicture(webp(chunk('VP8L', Buffer.from('00', 'hex'))), among)).toBeNull();
    expect(readPicture(whole)).toBeNull();
  });
});
