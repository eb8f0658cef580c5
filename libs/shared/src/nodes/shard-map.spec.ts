import { ShardMap } from './shard-map.js';
import { uuidHash } from './uuid-hash.js';

const SAMPLE_HASH = uuidHash('2f1c8ab4-7d1e-4c55-9d3a-6b0e8f7a1c92');

/** Four shards, as Citus cuts them, on two nodes. */
const rows = (hash = SAMPLE_HASH): unknown[][] => [
  [-2_147_483_648, -1_073_741_825, 'one:5432', hash],
  [-1_073_741_824, -1, 'two:5432', hash],
  [0, 1_073_741_823, 'one:5432', hash],
  [1_073_741_824, 2_147_483_647, 'two:5432', hash],
];

describe('where tenants stand', () => {
  it.each([
    // 1353656403, -682383255, -2038917145, 1044858878
    ['00000000-0000-0000-0000-000000000000', 'two:5432'],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', 'two:5432'],
    ['8e5cd68c-5036-472d-a02f-d4f95f5b51ff', 'one:5432'],
    ['c98d0991-ed76-468c-ac14-3b748ee85be5', 'one:5432'],
  ])('%s is on %s', (id, node) => {
    expect(ShardMap.of(rows()).nodeOf(id)).toBe(node);
  });

  it('is not known of a database that is not distributed, nor of one that hashes uuids otherwise', () => {
    for (const map of [ShardMap.of([]), ShardMap.of(rows(SAMPLE_HASH + 1))]) {
      expect(map.nodeOf('00000000-0000-0000-0000-000000000000')).toBeUndefined();
      expect([...map.nodes]).toEqual([]);
    }
  });

  it('is asked with an id that no tenant has, on each node', () => {
    const map = ShardMap.of(rows());
    for (const node of ['one:5432', 'two:5432']) expect(map.nodeOf(map.anyIdOn(node) as string)).toBe(node);
    expect(map.anyIdOn('three:5432')).toBeUndefined();
  });
});
