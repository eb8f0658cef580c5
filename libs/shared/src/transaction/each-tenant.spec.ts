import { eachTenant } from './each-tenant.js';

it('what fails for one tenant is reported, and the others have their turn', async () => {
  const [done, failed]: [string[], unknown[]] = [[], []];
  const work = (id: string) => (id === 'b' ? Promise.reject(new Error('no')) : Promise.resolve(done.push(id)));
  await eachTenant(['a', 'b', 'c', 'd'], work, {
    failed: (error, id) => failed.push([id, (error as Error).message]),
    isStopping: () => done.includes('c'),
  });
  expect([done, failed]).toEqual([['a', 'c'], [['b', 'no']]]);
});
