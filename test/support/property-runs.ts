/** Runs of a property for each change; more of them look for what is rare. */
const RUNS = 10;
/** Runs in continuous integration of a property that states no number. */
const RUNS_OF_CI = 40;

/**
 * How often a property that sends requests is tried: 10 times, with CI=true as often as stated, with FUZZ_RUNS that often.
 * @param inCi runs with CI=true; where it is less than 10, runs everywhere
 */
export function propertyRuns(inCi = RUNS_OF_CI): number {
  const { CI, FUZZ_RUNS } = process.env;
  if (FUZZ_RUNS) return Number(FUZZ_RUNS);
  return CI === 'true' ? inCi : Math.min(inCi, RUNS);
}
