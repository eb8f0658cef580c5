/** Milliseconds of silence before the first line about a piece of work, and between two lines. */
export const PROGRESS_MS = 3_000;

/** Where a long piece of work says how far it has come. */
export interface Progress {
  /** @param what is done now: `core.users, 1200 rows`; it is written where a line is due, and forgotten otherwise */
  at(what: string): void;
}

/** For work without a reader. */
export const silentProgress: Progress = { at: () => undefined };

/**
 * Does a piece of work, and writes a line about it every three seconds, the first after three: short work stays silent. Lines come
 * while a single statement runs, too, so that its reader can tell slow work from work that hangs.
 * @param name of the work: `Sealing` @param write takes a line: `Sealing: core.users, 1200 rows (6 s)`
 */
export async function withProgress<T>(
  name: string,
  write: (line: string) => void,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  let doing = '';
  const tell = (): void => {
    const seconds = Math.round((performance.now() - begun) / 1_000);
    write(`${name}${doing && `: ${doing}`} (${seconds} s)`);
  };
  const timer = setInterval(tell, PROGRESS_MS);
  try {
    return await work({ at: (what) => void (doing = what) });
  } finally {
    clearInterval(timer);
  }
}
