/** What the kernel says of a process. Linux only: elsewhere every figure is null, and the table leaves it out. */
import { readFileSync, readdirSync } from 'node:fs';

/** /proc counts CPU time in ticks of USER_HZ, which is 100 on every Linux that Node runs on. */
const TICK_MICROS = 10_000;

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** The fields of /proc/<pid>/stat from the state on; the name before them may hold anything. */
function statOf(pid) {
  const text = read(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? null;
}

/** CPU time of a process with all its threads, in microseconds. */
export function cpuOf(pid) {
  const stat = statOf(pid);
  return stat && (Number(stat[11]) + Number(stat[12])) * TICK_MICROS;
}

function childrenOf(pid) {
  if (!statOf(pid)) return [];
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name)?.[1] === String(pid));
}

/** The PostgreSQL server that a process has started. @param others that it has started before */
export const postgresOf = (pid, others = []) =>
  childrenOf(pid).find((child) => !others.includes(child) && read(`/proc/${child}/comm`) === 'postgres\n') ?? null;

/** CPU time of everything that runs on this machine. */
export function cpuOfMachine() {
  const [, user, nice, system, , , irq, softirq] = read('/proc/stat')?.split('\n')[0].split(/ +/).map(Number) ?? [];
  return user === undefined ? null : (user + nice + system + irq + softirq) * TICK_MICROS;
}

/** CPU time of a PostgreSQL server: all its processes, those that have ended included. */
export function cpuOfPostgres(postmaster) {
  const stat = statOf(postmaster);
  if (!stat) return null;
  const ended = (Number(stat[13]) + Number(stat[14])) * TICK_MICROS;
  return childrenOf(postmaster).reduce((sum, pid) => sum + (cpuOf(pid) ?? 0), ended + (cpuOf(postmaster) ?? 0));
}

const kilobytes = (text, name) => {
  const found = text?.match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'));
  return found ? Number(found[1]) / 1024 : null;
};

/** Resident memory in megabytes. */
export const memoryOf = (pid) => kilobytes(read(`/proc/${pid}/status`), 'VmRSS');

/** Memory of a PostgreSQL server in megabytes, what its processes share counted once. */
export function memoryOfPostgres(postmaster) {
  if (!statOf(postmaster)) return null;
  const sizes = [postmaster, ...childrenOf(postmaster)].map((pid) =>
    kilobytes(read(`/proc/${pid}/smaps_rollup`), 'Pss'),
  );
  return sizes.includes(null) ? null : sizes.reduce((sum, size) => sum + size, 0);
}
