import { squares } from './codes.js';
import { drawQrCode } from './qr-code.js';

const TEXT = 'otpauth://totp/Usaha:din%40pakdin.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Usaha';

describe('a QR code as SVG', () => {
  it('fills exactly the dots of the code, behind a quiet zone of four', async () => {
    const svg = Buffer.from(await drawQrCode({ text: TEXT })).toString();
    const code = squares(TEXT);
    const size = code.width + 8;
    expect(svg).toContain(`viewBox="0 0 ${size} ${size}"`);
    const filled = new Set<string>();
    for (const [, x, y, wide, high, back] of svg.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-(\d+)z/g)) {
      expect([high, back]).toEqual(['1', wide]);
      for (let i = 0; i < Number(wide); i += 1) filled.add(`${Number(x) + i} ${y}`);
    }
    const expected = code.dark.flatMap(([x, y, wide]) =>
      Array.from({ length: wide }, (_, i) => `${x + i + 4} ${y + 4}`),
    );
    expect([...filled].sort()).toEqual(expected.sort());
  });

  it('is drawn, and not written: the text stands nowhere in it', async () => {
    const svg = Buffer.from(await drawQrCode({ text: '<script>&"' })).toString();
    expect(svg).toMatch(/^<svg [^<>]*><path fill="#fff" d="[\dMhvHz ]+"\/><path d="[\dMhvz -]+"\/><\/svg>$/);
  });
});
