import { randomBytes, randomUUID } from 'node:crypto';
import { readToken, writeToken } from './tracking-token.js';

const key = randomBytes(32);
const link = { tenant_id: randomUUID(), shipment_id: randomUUID(), generation: 7 };
const token = writeToken(key, link);
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('the token of a tracking link (A-317)', () => {
  it('names tenant, shipment and generation, in 72 characters that a URL takes as they are', () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]{72}$/);
    expect(readToken(key, token)).toEqual(link);
    expect(writeToken(key, link)).toBe(token);
  });

  it('is another one after each renewal', () => {
    const next = writeToken(key, { ...link, generation: 8 });
    expect(next).not.toBe(token);
    expect(readToken(key, next)?.generation).toBe(8);
    const last = { ...link, generation: 2 ** 31 - 1 };
    expect(readToken(key, writeToken(key, last))).toEqual(last);
  });

  it('is none any more with any other character at any place', () => {
    const changed = [...token].flatMap((was, at) =>
      [...CHARACTERS].filter((c) => c !== was).map((c) => token.slice(0, at) + c + token.slice(at + 1)),
    );
    expect(changed).toHaveLength(72 * 63);
    expect(changed.filter((text) => readToken(key, text) !== null)).toEqual([]);
  });

  it('is none when it is cut, longer, empty, written otherwise, or made with another key', () => {
    const others = [
      ...Array.from({ length: token.length }, (_, n) => token.slice(0, n)),
      `${token}A`,
      ` ${token}`,
      `${token}=`,
      `${token}\n`,
      token.repeat(10_000),
      Buffer.from(token, 'base64url').toString('hex'),
      writeToken(randomBytes(32), link),
    ];
    expect(others.filter((text) => readToken(key, text) !== null)).toEqual([]);
  });
});
