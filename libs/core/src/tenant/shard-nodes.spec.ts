import type { Context, Database } from '@usaha/shared';
import { ShardNodes } from './shard-nodes.js';
import type { TenantRepository } from './tenant.repository.js';

const NOW = new Date('2026-03-10T08:30:00Z');

/** Over a database with these placements: which tenant's shard is in which group of nodes. */
function nodesOver(placements: [number, string][], { isSharded = true, isDistributed = true } = {}): ShardNodes {
  const read = (text: string): Promise<unknown[][]> =>
    Promise.resolve(text.includes('pg_dist_partition') ? (isDistributed ? [[1]] : []) : placements);
  const job = (_: unknown, work: (ctx: Context) => Promise<unknown>) => work({ db: { read } } as unknown as Context);
  const tenants = { everyId: () => Promise.resolve(placements.map(([, id]) => id)) };
  return new ShardNodes({ isSharded, job } as unknown as Database, tenants as unknown as TenantRepository);
}

describe('the workers per node of jobs', () => {
  it('are one for each machine, with its own tenants', async () => {
    const nodes = nodesOver([
      [1, 'a'],
      [2, 'b'],
      [1, 'c'],
    ]);
    expect(await nodes.perNode(NOW, ['c', 'b', 'a'])).toEqual([['c', 'a'], ['b']]);
  });

  it.each([{ isSharded: false }, { isDistributed: false }])(
    'are one for all tenants where there is one machine: %j',
    async (is) => {
      expect(await nodesOver([[1, 'a']], is).perNode(NOW, ['b', 'a'])).toEqual([['b', 'a']]);
    },
  );

  it('have those that were made since the machines were listed, too', async () => {
    expect(await nodesOver([[1, 'a']]).perNode(NOW, ['a', 'new'])).toEqual([['a'], ['new']]);
  });
});
