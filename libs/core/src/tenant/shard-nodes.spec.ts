import type { Context, Database } from '@usaha/shared';
import { ALL_SHARDS, type ShardScope } from '@usaha/shared';
import { ShardNodes } from './shard-nodes.js';
import type { TenantRepository } from './tenant.repository.js';

const NOW = new Date('2026-03-10T08:30:00Z');

/** Over a database with these placements: which tenant's shard is in which group of nodes. */
function nodesOver(
  placements: [number, string][],
  { isSharded = true, isDistributed = true, areNodesAsked = true } = {},
) {
  const sent: (readonly string[])[] = [];
  const read = (text: string, values: [readonly string[]]): Promise<unknown[][]> => {
    if (text.includes('pg_dist_partition')) return Promise.resolve(isDistributed ? [[1]] : []);
    sent.push(values[0]);
    return Promise.resolve(placements.filter(([, id]) => values[0].includes(id)));
  };
  const job = (_: unknown, work: (ctx: Context) => Promise<unknown>) => work({ db: { read } } as unknown as Context);
  const tenants = { everyId: () => Promise.resolve(placements.map(([, id]) => id)) };
  const requireNode = (tenant_id: string) => {
    if (!areNodesAsked && tenant_id === 'b') throw new Error('its node does not answer');
  };
  const database = { isSharded, job, areNodesAsked, requireNode } as unknown as Database;
  const nodes = new ShardNodes(database, tenants as unknown as TenantRepository);
  return { nodes, sent };
}

describe('the workers per node of jobs', () => {
  const placements: [number, string][] = [
    [1, 'a'],
    [2, 'b'],
    [1, 'c'],
  ];

  it('are one for each machine, with its own tenants: those alone are asked for, once', async () => {
    const { nodes, sent } = nodesOver(placements);
    expect(await nodes.perNode(NOW, ['c', 'b'])).toEqual([['c'], ['b']]);
    expect(await nodes.perNode(NOW, ['c', 'a'])).toEqual([['c', 'a']]);
    expect(sent).toEqual([['c', 'b'], ['a']]);
    expect([nodes.nodeOf('c'), nodes.nodeOf('unknown')]).toEqual([1, undefined]);
  });

  it.each([{ isSharded: false }, { isDistributed: false }])(
    'are one for all tenants where there is one machine: %j',
    async (is) => {
      expect(await nodesOver([[1, 'a']], is).nodes.perNode(NOW, ['b', 'a'])).toEqual([['b', 'a']]);
    },
  );
});

describe('a question across tenants', () => {
  const placements: [number, string][] = [
    [1, 'a'],
    [2, 'b'],
  ];
  const idsOf = (asked: readonly ShardScope[]) => asked.map(({ ids }) => ids);

  it('is one statement that names no tenant', async () => {
    const { nodes, sent } = nodesOver(placements);
    const asked: ShardScope[] = [];
    await nodes.ask(NOW, (there) => Promise.resolve(asked.push(there)));
    expect([asked, sent]).toEqual([[ALL_SHARDS], []]);
  });

  it('is one for each machine after a failure, with the ids of its tenants, and remains so for a while', async () => {
    const { nodes } = nodesOver(placements);
    const asked: ShardScope[] = [];
    const ask = (there: ShardScope) => {
      asked.push(there);
      return there.ids?.includes('a') ? Promise.resolve('a') : Promise.reject(new Error('down'));
    };
    const answers = await nodes.ask(NOW, ask);
    expect(answers).toMatchObject([{ status: 'fulfilled', value: 'a' }, { status: 'rejected' }]);
    await nodes.ask(NOW, ask);
    expect(idsOf(asked)).toEqual([null, ['a'], ['b'], ['a'], ['b']]);
  });

  it('is one for each machine while one of them is not asked, which refuses at once', async () => {
    const { nodes } = nodesOver(placements, { areNodesAsked: false });
    const answers = await nodes.ask(NOW, (there) => Promise.resolve(there.where('r.tenant_id', [])));
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: 'r.tenant_id = any($1::uuid[])' },
      { status: 'rejected', reason: new Error('its node does not answer') },
    ]);
  });

  it('fails as it does on one PostgreSQL', async () => {
    const { nodes } = nodesOver(placements, { isSharded: false });
    const asked: ShardScope[] = [];
    const ask = (there: ShardScope) => {
      asked.push(there);
      return Promise.reject(new Error('down'));
    };
    expect(await nodes.ask(NOW, ask)).toMatchObject([{ status: 'rejected' }]);
    expect(asked).toEqual([ALL_SHARDS]);
  });
});
