import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { inTurns, newProduct } from '../../support/retail.js';

const COUNT = 23;
let tenant: TestTenant;
/** Newest first, every third without the word `kopi`, every second of category `c`. */
let all: Json[];

beforeAll(async () => {
  tenant = await newTenant();
  const making = Array.from({ length: COUNT }, (_, i) => () => {
    const name = `${i % 3 === 0 ? 'Teh' : 'Kopi'} ${i}`;
    return newProduct(tenant, { sku: unique('SKU'), name, category: i % 2 === 0 ? 'C' : 'D' });
  });
  all = (await inTurns(1, making)).reverse();
});

const isKopi = ({ name }: Json): boolean => String(name).startsWith('Kopi');

describe.each<[what: string, query: string, match: (product: Json) => boolean]>([
  ['all', '', () => true],
  ['a category', 'category=c', ({ category }) => category === 'C'],
  ['a search', 'search=KOPI', isKopi],
  ['a search in a category', 'search=kopi&category=c', (product) => isKopi(product) && product.category === 'C'],
])('A-05, A-26: pages of %s', (_, query, match) => {
  it.each([20, 5, 1, 100])('of %s rows follow on each other, newest first, each with the same total', async (size) => {
    const expected = all.filter(match).map(({ id }) => id);
    const pages = Math.ceil(expected.length / size);
    const found: unknown[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const answer = await on.get(`/retail/products?page=${page}&page_size=${size}&${query}`, tenant.admin.token);
      expect(answer.body.pagination).toEqual({ page, page_size: size, total: expected.length, pages });
      found.push(...answer.body.data.map(({ id }: Json) => id));
    }
    expect(found).toEqual(expected);
  });

  it('beyond the last are empty, and say how many rows there are', async () => {
    const expected = all.filter(match).length;
    const answer = await on.get(`/retail/products?page=99&page_size=20&${query}`, tenant.admin.token);
    expect([answer.body.data, answer.body.pagination.total]).toEqual([[], expected]);
  });
});

it.each(['search=milo', 'category=x', 'search=milo&category=c'])(
  'nothing found by %s is a total of 0',
  async (query) => {
    const answer = await on.get(`/retail/products?${query}`, tenant.admin.token);
    expect([answer.body.data, answer.body.pagination]).toEqual([[], { page: 1, page_size: 20, total: 0, pages: 0 }]);
  },
);
