import { readFileSync } from 'node:fs';
import { StartError } from '@usaha/embedded-postgres/start-error';

/** Node opens the files of the program nearly all at once: measured, 400 are too few and 500 enough; the program grows. */
const LOADING = 700;
/** Files, threads and PostgreSQL's programs, measured: 27 at rest, some more per thread that draws or solves. */
const OWN = 60;
/** Fewer clients at once would be no service. */
const LEAST_CLIENTS = 100;

/** How many files and connections this process may have open; null where the system does not tell, or sets no limit. */
export function openFilesAllowed(): number | null {
  const soft = limitOfLinux() ?? limitAsReported();
  return typeof soft === 'number' ? soft : null;
}

const LIMITS = '/proc/self/limits';
type Limit = number | 'unlimited' | undefined;

/** In a hundredth of the time that a report takes, which tells of all else, too. Where it cannot be read, that is asked. */
function limitOfLinux(): Limit {
  let limits: string;
  try {
    limits = readFileSync(LIMITS, 'utf8');
  } catch {
    return undefined;
  }
  const soft = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1];
  return soft === undefined || soft === 'unlimited' ? soft : Number(soft);
}

function limitAsReported(): Limit {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: Limit } } };
  return userLimits?.open_files?.soft;
}

export const openFilesNeeded = ({ poolSize }: { poolSize: number }): number =>
  Math.max(LOADING, OWN + LEAST_CLIENTS + poolSize);

/** How many connections of clients there is room for, so that the service can always open its files and connections. */
export function clientsAllowed({ poolSize }: { poolSize: number }): number {
  const allowed = openFilesAllowed();
  return allowed === null ? Infinity : Math.max(LEAST_CLIENTS, allowed - OWN - poolSize);
}

/** The message where too few files may be open; null where they suffice. */
export function tooFewFiles(config: { poolSize: number }): string | null {
  const [allowed, needed] = [openFilesAllowed(), openFilesNeeded(config)];
  if (allowed === null || allowed >= needed) return null;
  return `This process may have ${allowed} files and connections open at once, and needs at least ${needed}; raise that limit (ulimit -n, LimitNOFILE of systemd, --ulimit nofile of Docker)`;
}

/** @throws StartError in one line that says how many are needed and how many there are */
export function requireOpenFiles(config: { poolSize: number }): void {
  const wrong = tooFewFiles(config);
  if (wrong !== null) throw new StartError(wrong);
}
