import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Reader } from './config-reader.js';

/** More processes than this are for several machines. */
const MOST = 64;
/** Connections of a process at least: one tenant may hold one of them, and another is left for the others. */
const LEAST_CONNECTIONS = 2;

const CGROUP = '/sys/fs/cgroup/cpu.max';

/** How many processes serve the port: a number, or `auto` for one on each processor. */
export function readInstances(read: Reader): number {
  const text = read.text('INSTANCES')?.toLowerCase();
  if (text === undefined) return 1;
  if (text === 'auto') return Math.min(processors(availableParallelism(), cgroupLimit()), MOST);
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MOST) return count;
  read.problems.push(`INSTANCES must be auto, or a whole number from 1 to ${MOST}, not "${text}"`);
  return 1;
}

/** @param limit the content of cgroup's cpu.max, `200000 100000` for two processors; null where there is none */
export function processors(seen: number, limit: string | null): number {
  const [, quota, period] = /^(\d+) (\d+)/.exec(limit ?? '') ?? [];
  if (quota === undefined) return seen;
  return Math.max(1, Math.min(seen, Math.ceil(Number(quota) / Number(period))));
}

/** Containers are limited by cgroups, of which Node 20 knows nothing. */
function cgroupLimit(): string | null {
  try {
    return readFileSync(CGROUP, 'utf8');
  } catch {
    return null; // another system, or no limit
  }
}

/** What processes share. */
export interface Shared {
  instances: number;
  poolSize: number;
}

/** Connections of each process: its share of DATABASE_POOL_SIZE. */
export function poolShare({ instances, poolSize }: Shared): number {
  return instances === 1 ? poolSize : Math.max(LEAST_CONNECTIONS, Math.floor(poolSize / instances));
}

/** Connections of all processes, and of one more while it is replaced: their shares, LISTEN, readiness and one for a start. */
export const connectionsNeeded = (config: Shared): number => (config.instances + 1) * (poolShare(config) + 3);

/** `2 processes serve the port, each with 5 of 10 database connections (DATABASE_POOL_SIZE)` */
export function processesText(config: Shared): string {
  const { instances, poolSize } = config;
  const share = poolShare(config);
  const text = `${instances} processes serve the port, each with ${share} of ${poolSize} database connections (DATABASE_POOL_SIZE)`;
  const all = share * instances;
  return all <= poolSize ? text : `${text}; they need at least ${LEAST_CONNECTIONS} each, ${all} in all`;
}
