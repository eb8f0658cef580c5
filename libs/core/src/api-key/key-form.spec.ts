import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { BASE62 } from './base62.js';
import { KEY_LENGTH, hashOfKey, hintOf, isSameHash, newKey, newReference, randomBase62, readKey } from './key-form.js';

const TENANT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';

/** CRC-32 bit by bit, as ISO 3309 has it. */
function plainCrc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const digits = (text: string): number => [...text].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);

describe('A-414: the form of an API key', () => {
  it('has 74 characters: prefix, tenant, reference, secret and checksum', () => {
    const key = newKey(TENANT, newReference());
    expect(KEY_LENGTH).toBe(74);
    expect(key).toMatch(/^usk_[0-9A-Za-z]{70}$/);
    expect(hintOf(key)).toBe(key.slice(70));
  });

  it('ends with the CRC-32 of all before it', () => {
    expect(plainCrc32('123456789')).toBe(0xcbf43926);
    for (let i = 0; i < 50; i += 1) {
      const key = newKey(TENANT, newReference());
      expect(digits(key.slice(68))).toBe(plainCrc32(key.slice(0, 68)));
    }
  });

  it('is read back, for every tenant', () => {
    fc.assert(
      fc.property(fc.uuid(), (tenant_id) => {
        const reference = newReference();
        const key = newKey(tenant_id, reference);
        expect(readKey(key)).toEqual({ tenant_id, reference, hash: hashOfKey(key) });
      }),
    );
  });

  it('is refused with one other character anywhere', () => {
    const key = newKey(TENANT, newReference());
    const place = fc.integer({ min: 0, max: KEY_LENGTH - 1 });
    fc.assert(
      fc.property(place, fc.constantFrom(...BASE62, '_', '-', '.', 'é', ' '), (at, other) => {
        fc.pre(key[at] !== other);
        return readKey(key.slice(0, at) + other + key.slice(at + 1)) === null;
      }),
      { numRuns: 1_000 },
    );
  });

  it('is refused when cut, extended, or of a tenant beyond 128 bits', () => {
    const key = newKey(TENANT, newReference());
    for (const text of ['', 'usk_', key.slice(1), key.slice(0, -1), `${key}0`, ` ${key}`, key.toLowerCase()])
      expect(readKey(text)).toBeNull();
    const beyond = `usk_${'z'.repeat(22)}${key.slice(26, 68)}`;
    let checksum = '';
    for (let crc = plainCrc32(beyond); crc > 0; crc = Math.floor(crc / 62)) checksum = BASE62[crc % 62] + checksum;
    expect(readKey(beyond + checksum.padStart(6, '0'))).toBeNull();
  });

  it('refuses what any text is that is no key', () => {
    fc.assert(fc.property(fc.string({ maxLength: 100 }), (text) => readKey(text) === null));
    fc.assert(fc.property(fc.string({ minLength: 70, maxLength: 70 }), (text) => readKey(`usk_${text}`) === null));
  });

  it('hashes with SHA-256', () => {
    const key = newKey(TENANT, newReference());
    expect(hashOfKey(key)).toBe(createHash('sha256').update(key).digest('base64'));
    expect(isSameHash(hashOfKey(key), hashOfKey(key))).toBe(true);
    expect(isSameHash(hashOfKey(key), hashOfKey(`${key}0`))).toBe(false);
    expect(isSameHash('a', 'ab')).toBe(false);
  });

  it('has a secret of which no digit is more likely than another', () => {
    const drawn = 62 * 2_000;
    const counts = new Map<string, number>();
    for (const digit of randomBase62(drawn)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // χ² of 61 degrees: beyond 140 once in some 10 million runs. Bytes modulo 62 would come to more than 2,000.
    const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - 2_000) ** 2 / 2_000, 0);
    expect(chiSquared).toBeLessThan(140);
  });

  it('never makes the same key twice', () => {
    const keys = Array.from({ length: 2_000 }, () => newKey(TENANT, 'ABCDEFGHIJ'));
    expect(new Set(keys).size).toBe(2_000);
  });
});
