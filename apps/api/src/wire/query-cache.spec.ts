import 'reflect-metadata';
import { param } from './param.js';
import { QueryCache } from './query-cache.js';

class SaleQuery {
  @param.text('Part of the name', 'kopi') search?: string;
  @param.position('Page', 1) page?: number;
}
class PatientQuery extends SaleQuery {}

const cache = new QueryCache();

it('the key of a query has its class and declared parameters alone', () => {
  const key = cache.keyOf(SaleQuery, { search: 'kopi', page: '2' });
  expect(cache.keyOf(SaleQuery, { page: '2', q: 'x'.repeat(14_800), search: 'kopi', __proto__: null })).toBe(key);
  expect(cache.keyOf(SaleQuery, { page: '2', search: ['teh', 'kopi'] })).toBe(key);
  expect(cache.keyOf(PatientQuery, { search: 'kopi', page: '2' })).not.toBe(key);
  expect(cache.keyOf(SaleQuery, { search: 'kopi page="2"' })).not.toBe(key);
  expect(cache.keyOf(SaleQuery, {})).not.toBe(key);
});

it('a query of more than 500 characters, or of what is no text, has none', () => {
  expect(cache.keyOf(SaleQuery, { search: 'x'.repeat(480) })).not.toBeNull();
  for (const search of ['x'.repeat(500), '"'.repeat(300), { in: 'it' }, [['kopi']], []])
    expect(cache.keyOf(SaleQuery, { search })).toBeNull();
});

it('all classes together keep 2,000 queries and 500,000 characters', () => {
  for (let i = 0; i < 5_000; i += 1) {
    const key = cache.keyOf(i % 2 ? SaleQuery : PatientQuery, { search: `${i} ${'x'.repeat(i % 400)}` }) as string;
    cache.set(key, { search: key });
    expect(cache.size).toBeLessThanOrEqual(2_000);
    expect(cache.characters).toBeLessThanOrEqual(500_000);
  }
  expect(cache.size).toBeGreaterThan(1_500);
});
