/** A process that lived as long has started well. */
const STEADY_MS = 60_000;
const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** Pauses before a process that ended is started again: none at first, then growing ones to half a minute. */
export class RestartPause {
  private ends = 0;

  /** @param livedMs how long it lived @returns milliseconds */
  next(livedMs: number): number {
    if (livedMs >= STEADY_MS) this.ends = 0;
    this.ends += 1;
    return this.ends === 1 ? 0 : Math.min(FIRST_MS * 2 ** (this.ends - 2), LONGEST_MS);
  }
}
