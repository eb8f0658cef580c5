import { MOST_BYTES, MOST_DOCUMENTS, halves, packed, packedBytes, type Packable } from './submission-packing.js';

const of = (bytes: number, number = 'INV-2026-000001'): Packable => ({ number, bytes });

describe('packing of submissions (A-521)', () => {
  it('takes a hundred small documents', () => {
    const many = Array.from({ length: 250 }, () => of(8_000));
    expect(packed(many)).toEqual(many.slice(0, MOST_DOCUMENTS));
  });

  it('takes as many large ones as 4.5 MB hold', () => {
    const many = Array.from({ length: 40 }, () => of(300_000));
    const together = packed(many);
    expect(together).toHaveLength(11);
    expect(together.reduce((all, one) => all + packedBytes(one), 0)).toBeLessThanOrEqual(MOST_BYTES);
  });

  it('takes one that is too large alone, and none of none', () => {
    expect(packed([of(9_000_000), of(1)])).toEqual([of(9_000_000)]);
    expect(packed([])).toEqual([]);
  });

  it('never counts less than the body has', () => {
    for (const [text, number] of [
      ['{"a":"é"}', 'INV-1'],
      ['x'.repeat(10_000), '"\\\u0001\u0002 é 😀/retail'],
      ['', 'A'],
    ] as const) {
      const entry = {
        format: 'JSON',
        document: Buffer.from(text).toString('base64'),
        documentHash: 'a'.repeat(64),
        codeNumber: number,
      };
      const size = Buffer.byteLength(`${JSON.stringify(entry)},`);
      expect(packedBytes({ number, bytes: Buffer.byteLength(text) })).toBeGreaterThanOrEqual(size);
    }
  });

  it('halves until each is alone', () => {
    expect(halves([1, 2, 3])).toEqual([[1, 2], [3]]);
    expect(halves([1, 2])).toEqual([[1], [2]]);
  });
});
