import { BoundedCache } from './bounded-cache.js';

it('a cache holds a number of entries, and the oldest make room', () => {
  const cache = new BoundedCache<string, number>({ entries: 2, characters: 100 });
  for (const key of ['a', 'b', 'a', 'c']) cache.set(key, 1);
  expect(['a', 'b', 'c'].filter((key) => cache.get(key) !== undefined)).toEqual(['a', 'c']);
  expect([cache.size, cache.characters]).toEqual([2, 2]);
});

it('a cache holds a number of characters, in any number of entries', () => {
  const cache = new BoundedCache<string, string>({ entries: 1_000, characters: 10 });
  for (const key of ['a', 'b', 'c']) cache.set(key, 'xyz');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, 'xyz', 'xyz']);
  cache.set('d', 'x'.repeat(10));
  expect([cache.get('d'), cache.size, cache.characters]).toEqual([undefined, 2, 8]);
});

it('an entry that is put again counts once, and one that is taken out no more', () => {
  const cache = new BoundedCache<string, object>({ entries: 9, characters: 9, charactersOf: (key) => key.length });
  cache.set('abc', {});
  cache.set('abc', {});
  expect(cache.characters).toBe(3);
  cache.delete('abc');
  cache.delete('abc');
  expect([cache.size, cache.characters]).toEqual([0, 0]);
});
