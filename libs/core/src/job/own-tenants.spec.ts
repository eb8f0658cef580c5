import { ownTenants } from './own-tenants.js';

const tenants = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
let asked: string[] = [];
beforeEach(() => (asked = []));

const pageOf = (after: string): Promise<string[]> => {
  asked.push(after);
  return Promise.resolve(tenants.filter((id) => id > after).slice(0, 3));
};
const own = (ids: string, after?: string) => ownTenants(pageOf, 3, (id) => ids.includes(id), after);

it('a page full of tenants of other instances keeps none of these waiting', async () => {
  expect(await own('ef')).toEqual(['e', 'f']);
  expect(asked).toEqual(['', 'c']);
});

it('the first page that has any is enough', async () => {
  expect(await own('beg')).toEqual(['b']);
  expect(asked).toEqual(['']);
});

it('goes on behind a tenant, and comes to an end where it has none', async () => {
  expect(await own('a', 'b')).toEqual([]);
  expect(asked).toEqual(['b', 'e']);
});
