import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, type Json } from '../support/client.js';
import { lookUp, operations, type DocumentedOperation } from '../support/operations.js';
import { newTenant } from '../support/people.js';
import { inTurns } from '../support/retail.js';
import { newWorld, rightRequest } from '../support/right-requests.js';

/** Every list of the reference surface is sorted by what the readings name, and by nothing else. */

jest.setTimeout(180_000);

const tables = JSON.parse(readFileSync(join(__dirname, '../specification/data-tables.json'), 'utf8')) as {
  sort: Record<string, string[]>;
};
const OF_ALL = 'every list whose rows have them';
const lists = operations.filter(
  ({ on, method, query }) => on.name === 'reference' && method === 'GET' && query.some(({ name }) => name === 'fields'),
);
function sortsOf({ on, query }: DocumentedOperation): string[] {
  const { schema } = query.find(({ name }) => name === 'sort') ?? {};
  return (schema?.$ref ? lookUp(on, schema.$ref) : (schema ?? {})).enum ?? [];
}
const resourceOf = ({ path }: DocumentedOperation): string =>
  path.replace('/api/v1/', '').slice(0, -1).replaceAll('/', '.');

it('A-504: the documents name the sorts of the table, upwards and downwards', () => {
  const named = Object.entries(tables.sort).filter(([resource]) => resource !== OF_ALL);
  expect(named.length).toBeGreaterThan(30);
  const documented = named.map(([resource]) => {
    const list = lists.find((one) => resourceOf(one) === resource);
    return [resource, list ? sortsOf(list).sort() : 'no list'];
  });
  const asStated = named.map(([resource, fields]) => [
    resource,
    [...(tables.sort[OF_ALL] as string[]), ...fields].flatMap((name) => [name, `-${name}`]).sort(),
  ]);
  expect(documented).toEqual(asStated);
});

it('A-504, A-506, A-507: each list takes each of its sorts, by pages and by cursor, and refuses others and fields that its rows lack', async () => {
  const tenant = await newTenant();
  const world = await newWorld(tenant);
  const wrong: Json[] = [];
  // Before all: what a path names is made for it, and would come into another list meanwhile.
  const paths = await inTurns(
    6,
    lists.map((list) => async () => [list, (await rightRequest(list, world, tenant.admin)).path] as const),
  );
  await inTurns(
    6,
    paths.map(([list, path]) => async () => {
      const ask = (query: string) =>
        call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`, { token: tenant.admin.token });
      const expectField = async (query: string, field: string) => {
        const answer = await ask(query);
        const fields = answer.status === 400 ? list.on.error(answer).errors.map((one: Json) => one.field) : [];
        if (answer.status !== 400 || String(fields) !== field) wrong.push([list.name, query, answer.status, fields]);
      };
      const isFollowed = list.query.some(({ name }) => name === 'cursor');
      for (const sort of sortsOf(list)) {
        const answer = await ask(`sort=${sort}`);
        if (answer.status !== 200) wrong.push([list.name, sort, answer.status, answer.body]);
        if (!isFollowed) continue;
        const followed = await ask(`sort=${sort}&cursor=*`);
        const ids = (one: Json) => one.body.data?.map((row: Json) => row.id);
        if (String(ids(followed)) !== String(ids(answer)))
          wrong.push([list.name, sort, followed.status, followed.body]);
      }
      if (!isFollowed) await expectField('cursor=*', 'cursor');
      await expectField('sort=gone', 'sort');
      await expectField('fields=id,gone', 'fields');
      const some = await ask('fields=id');
      if (some.status !== 200 || some.body.data.some((row: Json) => String(Object.keys(row)) !== 'id'))
        wrong.push([list.name, 'fields=id', some.status, some.body.data?.[0]]);
    }),
  );
  expect(lists.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});
