import { randomUUID } from 'node:crypto';
import { uuidHash } from './uuid-hash.js';

/** A part of all hashes, and the node that holds its tenants. */
export interface ShardRange {
  least: number;
  most: number;
  /** `host:port`, as Citus lists it. */
  node: string;
}

/** Whose hash PostgreSQL is asked for, to see that it is the one that is computed here. */
const SAMPLE = '2f1c8ab4-7d1e-4c55-9d3a-6b0e8f7a1c92';

/**
 * Where all tenants stand: every table of theirs is distributed alike, so that one of them tells. It reads catalogs of the
 * coordinator and asks no node; a database that is not distributed yet has no rows.
 */
export const SHARD_RANGES = `
  select s.shardminvalue::integer as least, s.shardmaxvalue::integer as most, n.nodename || ':' || n.nodeport as node,
         uuid_hash('${SAMPLE}') as hash
  from pg_dist_shard s
  join pg_dist_partition t on t.logicalrelid = s.logicalrelid and t.partmethod = 'h'
  join pg_dist_placement p on p.shardid = s.shardid
  join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
  where s.logicalrelid = to_regclass('core.users')
  order by s.shardminvalue::integer`;

/** Tells the node of a tenant by its hash, without asking the database: a number of ranges, not of tenants. */
export class ShardMap {
  static readonly empty = new ShardMap([]);

  /** @param ranges in the order of their hashes */
  constructor(private readonly ranges: readonly ShardRange[]) {}

  /** @param rows of `SHARD_RANGES` @returns a map that knows no node where PostgreSQL hashes uuids in another way */
  static of(rows: readonly unknown[][]): ShardMap {
    if (rows.some(([, , , hash]) => hash !== uuidHash(SAMPLE))) return ShardMap.empty;
    return new ShardMap(rows.map(([least, most, node]) => ({ least, most, node }) as ShardRange));
  }

  /** All nodes that hold tenants. */
  get nodes(): ReadonlySet<string> {
    return new Set(this.ranges.map(({ node }) => node));
  }

  /** @returns undefined where that is not known */
  nodeOf(tenant_id: string): string | undefined {
    const { ranges } = this;
    const hash = uuidHash(tenant_id);
    let [low, high] = [0, ranges.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const range = ranges[middle] as ShardRange;
      if (hash < range.least) high = middle - 1;
      else if (hash > range.most) low = middle + 1;
      else return range.node;
    }
    return undefined;
  }

  /** An id that no tenant has, whose rows would stand on the node. */
  anyIdOn(node: string): string | undefined {
    if (!this.nodes.has(node)) return undefined;
    for (;;) {
      const id = randomUUID();
      if (this.nodeOf(id) === node) return id;
    }
  }
}
