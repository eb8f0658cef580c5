import { deflateSync, crc32 } from 'node:zlib';
import { Sheet } from './sheet.js';
import { DrawnLogo, type Logo } from './logo.js';

const MM = 72 / 25.4;

const chunk = (type: string, data: Buffer): Buffer => {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  whole.writeUInt32BE(data.length, 0);
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4);
  return whole;
};

/** A PNG of one colour, with or without a channel that says how opaque it is. */
function logo(width: number, height: number, { clear = false } = {}): Logo {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, clear ? 6 : 2, 0, 0, 0], 8);
  const raw = Buffer.alloc(height * (1 + width * (clear ? 4 : 3)));
  const file = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { key: `${width}x${height}${clear}`, file };
}

const sheet = (given: Logo | null, roll?: { width: number; height: number }) =>
  new Sheet({ title: 'x', author: 'x', language: 'en', foot: 'x', logo: given, roll });
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const imagesOf = async (drawn: Sheet) => text(await drawn.finish()).match(/\/Subtype \/Image\b/g)?.length ?? 0;

describe('A-492: a logo', () => {
  it.each([
    [1_200, 500],
    [400, 700],
    [2_000, 20],
    [1, 1],
  ])('of %i × %i pixels is at most 40 × 18 mm, on a roll 30 × 14 mm, in its shape', (width, height) => {
    for (const [roll, most] of [
      [undefined, { width: 40 * MM, height: 18 * MM }],
      [
        { width: 80 * MM, height: 900 },
        { width: 30 * MM, height: 14 * MM },
      ],
    ] as const) {
      const draw = jest.spyOn(DrawnLogo.prototype, 'draw');
      const made = sheet(logo(width, height), roll);
      if (roll) made.logoAbove();
      else made.nextToLogo(() => undefined);
      const [x, y, size] = draw.mock.calls[0] ?? [];
      draw.mockRestore();
      expect(size && size.width <= most.width + 0.01 && size.height <= most.height + 0.01).toBe(true);
      expect((size?.width ?? 0) / (size?.height ?? 1)).toBeCloseTo(width / height, 5);
      expect(x).toBeGreaterThanOrEqual(made.left);
      expect((x ?? 0) + (size?.width ?? 0)).toBeLessThanOrEqual(made.left + made.width + 0.01);
      expect(made.y).toBeGreaterThan((y ?? 0) + (size?.height ?? 0));
    }
  });

  it('is held once, with its mask where it is not opaque', async () => {
    const twice = sheet(logo(30, 20));
    twice.standAtHead(() => twice.nextToLogo(() => undefined));
    twice.newPage();
    expect(await imagesOf(twice)).toBe(1);
    const clear = sheet(logo(30, 20, { clear: true }));
    clear.nextToLogo(() => undefined);
    expect(await imagesOf(clear)).toBe(2);
    expect(await imagesOf(sheet(null))).toBe(0);
  });

  it('has no more pixels than print shows', async () => {
    const large = sheet(logo(2_000, 2_000));
    large.nextToLogo(() => undefined);
    expect(text(await large.finish())).toMatch(/\/Width 283\s*\/Height 283/);
  });

  it('leaves a name as many words as the whole width has room for', async () => {
    const name = 'Syarikat Perniagaan Runcit dan Borong Pak Din Bersaudara Sendirian Berhad Cawangan Bandar Baru Bangi';
    const style = { size: 15, weight: 'bold' } as const;
    const made = sheet(logo(1_200, 500));
    const draw = jest.spyOn(made.type, 'draw');
    made.nextToLogo(() => made.paragraph(name, style, 2));
    const lines = draw.mock.calls.map(([line]) => line);
    expect(lines.join(' ')).toBe(name);
    const widest = Math.max(...lines.map((line) => made.type.width(line, style)));
    expect(made.left + widest).toBeLessThan(made.left + made.width - 40 * MM);
  });
});
