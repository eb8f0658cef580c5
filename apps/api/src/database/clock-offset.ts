/** Seconds by which the two clocks may differ. Tokens and reminders go by the service's, statements of jobs by PostgreSQL's. */
const MOST_OFFSET_S = 5;
/** Beyond this, codes of second factors, which count by steps of 30 s, are refused. */
const WRONG_OFFSET_S = 25;

/**
 * By how many seconds PostgreSQL's clock is ahead of this machine's at least; below 0: behind it.
 * @param theirs what PostgreSQL's clock said, at some moment between sending and receiving; all in milliseconds
 */
export function clockOffset(theirs: number, { sent, received }: { sent: number; received: number }): number {
  return (theirs > received ? theirs - received : Math.min(theirs - sent, 0)) / 1_000;
}

/** Asks PostgreSQL for its time. @returns the offset of the clocks, in seconds */
export async function askClockOffset(ask: (text: string) => Promise<{ now: Date }[]>): Promise<number> {
  const sent = Date.now();
  const [row] = await ask('select clock_timestamp() as now');
  const received = Date.now();
  return clockOffset(row ? row.now.getTime() : sent, { sent, received });
}

/** Whether the clocks are so far apart that sign-ins with a second factor fail. */
export const isClockWrong = (offset: number): boolean => Math.abs(offset) > WRONG_OFFSET_S;

/** The fault of the clocks and its remedy, in one line; null where there is none. @param offset in seconds */
export function clockProblem(offset: number): string | null {
  if (Math.abs(offset) <= MOST_OFFSET_S) return null;
  const apart = `${Math.abs(offset).toFixed(0)} s ${offset > 0 ? 'ahead of' : 'behind'}`;
  const consequence = isClockWrong(offset) ? 'one of them is wrong, and codes of second factors may be refused; ' : '';
  return `PostgreSQL's is ${apart} this machine's; ${consequence}set both by NTP`;
}
