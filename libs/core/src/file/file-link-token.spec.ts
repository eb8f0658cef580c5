import { randomBytes, randomUUID } from 'node:crypto';
import { readFileToken, writeFileToken, type FileLink } from './file-link-token.js';

const key = randomBytes(32);
const expires_at = new Date('2026-11-28T10:00:00.000Z');
const link: FileLink = {
  tenant_id: randomUUID(),
  file_id: randomUUID(),
  bounds: { maker_id: randomUUID(), generation: 7, expires_at },
};
const token = writeFileToken(key, link);
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('A-488: the token of a link to a file', () => {
  it('names tenant, file, maker, generation and end, in 100 characters that a URL takes as they are', () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]{100}$/);
    expect(readFileToken(key, token)).toEqual(link);
  });

  it('names no maker and no end where it has none', () => {
    const permanent = { ...link, bounds: null };
    expect(readFileToken(key, writeFileToken(key, permanent))).toEqual(permanent);
  });

  it('is another one with each renewal and each end', () => {
    const { bounds } = link;
    const others = [
      { ...link, bounds: bounds && { ...bounds, generation: 8 } },
      { ...link, bounds: bounds && { ...bounds, expires_at: new Date(expires_at.getTime() + 1_000) } },
      { ...link, bounds: null },
    ];
    expect(new Set([token, ...others.map((other) => writeFileToken(key, other))]).size).toBe(4);
  });

  it('is none any more with any other character at any place', () => {
    const changed = [...token].flatMap((was, at) =>
      [...CHARACTERS].filter((c) => c !== was).map((c) => token.slice(0, at) + c + token.slice(at + 1)),
    );
    expect(changed).toHaveLength(100 * 63);
    expect(changed.filter((text) => readFileToken(key, text) !== null)).toEqual([]);
  });

  it('is none when it is cut, longer, empty, or made with another key', () => {
    const others = ['', token.slice(1), `${token}A`, `${token}=`, `${token}\n`, writeFileToken(randomBytes(32), link)];
    expect(others.filter((text) => readFileToken(key, text) !== null)).toEqual([]);
  });
});
