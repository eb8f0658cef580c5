import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Reader } from './config-reader.js';

/** More processes than this are for several machines. */
const MOST = 64;
/** Connections of a process at least: one tenant may hold one of them, and another is left for the others. */
const LEAST_CONNECTIONS = 2;

/** The limit of a container: quota and period in one file of cgroup v2. */
const CGROUP_2 = '/sys/fs/cgroup/cpu.max';
/** In two files of v1, whose controller stands by itself or together with another. */
const CGROUP_1 = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpu,cpuacct'];

/** How many processes serve the port: a number, or `auto` for one on each processor. */
export function readInstances(read: Reader): number {
  const text = read.text('INSTANCES')?.toLowerCase();
  if (text === undefined) return 1;
  if (text === 'auto') return Math.min(processors(availableParallelism(), containerLimit(contentOf)), MOST);
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MOST) return count;
  read.problems.push(`INSTANCES must be auto, or a whole number from 1 to ${MOST}, not "${text}"`);
  return 1;
}

/** @param limit microseconds of processors, and of which time, `200000 100000` for two processors; null where there is none */
export function processors(seen: number, limit: string | null): number {
  const [, quota, period] = /^(\d+) (\d+)/.exec(limit ?? '') ?? [];
  if (quota === undefined) return seen;
  return Math.max(1, Math.min(seen, Math.ceil(Number(quota) / Number(period))));
}

/**
 * The limit of this container, as cgroup v2 says it; Node 20 knows of none.
 * @param read the content of a file; null where it is not there
 */
export function containerLimit(read: (path: string) => string | null): string | null {
  const limit = read(CGROUP_2);
  if (limit !== null) return limit;
  for (const folder of CGROUP_1) {
    const [quota, period] = ['quota', 'period'].map((name) => read(`${folder}/cpu.cfs_${name}_us`)?.trim());
    // Without a limit the quota is -1.
    if (quota !== undefined && period !== undefined) return quota === '-1' ? null : `${quota} ${period}`;
  }
  return null;
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // another system, or another version
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
