import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { SealBroken, opening, sealing, turnedBy } from './sealed-stream.js';

const CHUNK = 64 * 1024;
const HEAD = 40;
const SEALED_CHUNK = CHUNK + 16;
const { publicKey, privateKey } = generateKeyPairSync('x25519');

const seal = (bytes: Buffer, name = 'a', to: KeyObject = publicKey): Buffer => turnedBy(sealing(to, name), bytes);
const open = (sealed: Buffer, name = 'a', key: KeyObject = privateKey): Buffer => turnedBy(opening(key, name), sealed);

describe('a file that is encrypted to a public key', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 5])(
    'of %d bytes opens as it was, however it is divided, and is never the same twice',
    (length) => {
      const bytes = randomBytes(length);
      const sealed = seal(bytes);
      expect(sealed).not.toEqual(seal(bytes));
      expect(open(sealed).equals(bytes)).toBe(true);
      for (const step of [7_001, 65_537]) {
        const [to, from] = [sealing(publicKey, 'a'), opening(privateKey, 'a')];
        const clear: Buffer[] = [];
        const memory = Buffer.alloc(step);
        for (let at = 0; at < length; at += step) {
          const part = memory.subarray(0, bytes.copy(memory, 0, at, at + step));
          clear.push(from.update(to.update(part)));
        }
        clear.push(from.update(to.end()), from.end());
        expect(Buffer.concat(clear).equals(bytes)).toBe(true);
      }
    },
  );

  const bytes = randomBytes(3 * CHUNK + 100);
  const sealed = seal(bytes);
  const chunk = (i: number): Buffer => sealed.subarray(HEAD + i * SEALED_CHUNK, HEAD + (i + 1) * SEALED_CHUNK);
  const head = sealed.subarray(0, HEAD);

  it('does not open with another key or under another name', () => {
    const other = createPrivateKey(generateKeyPairSync('x25519').privateKey.export({ format: 'pem', type: 'pkcs8' }));
    expect(() => open(sealed, 'a', other)).toThrow(SealBroken);
    expect(() => open(sealed, 'b')).toThrow(SealBroken);
    expect(createPublicKey(other)).not.toEqual(publicKey);
  });

  it.each<[string, Buffer]>([
    ['cut off within a chunk', sealed.subarray(0, -1)],
    ['cut off at the end of a chunk', sealed.subarray(0, HEAD + 2 * SEALED_CHUNK)],
    ['without its last chunk', sealed.subarray(0, HEAD + 3 * SEALED_CHUNK)],
    ['of its head alone', head],
    ['cut off within its head', sealed.subarray(0, 20)],
    ['of nothing', Buffer.alloc(0)],
    ['with two chunks in turn', Buffer.concat([head, chunk(1), chunk(0), chunk(2), chunk(3)])],
    ['with a chunk twice', Buffer.concat([head, chunk(0), chunk(0), chunk(1), chunk(2), chunk(3)])],
    ['without its first chunk', Buffer.concat([head, chunk(1), chunk(2), chunk(3)])],
    ['with something behind its end', Buffer.concat([sealed, Buffer.alloc(1)])],
    [
      'with a chunk of another file',
      Buffer.concat([head, seal(bytes).subarray(HEAD, HEAD + SEALED_CHUNK), sealed.subarray(HEAD + SEALED_CHUNK)]),
    ],
    [
      'whose sender is a point of small order',
      Buffer.concat([sealed.subarray(0, 8), Buffer.alloc(32), sealed.subarray(HEAD)]),
    ],
  ])('%s does not open', (_, changed) => {
    expect(() => open(changed)).toThrow(SealBroken);
  });

  it('does not open with any bit changed', () => {
    const short = seal(Buffer.from('a few words'));
    fc.assert(
      fc.property(fc.nat(short.length * 8 - 1), (bit) => {
        const changed = Buffer.from(short);
        changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
        // X25519 passes over the topmost bit of a public key; the derived key does not.
        expect(() => open(changed)).toThrow(SealBroken);
      }),
      { numRuns: short.length * 8 },
    );
  });
});
