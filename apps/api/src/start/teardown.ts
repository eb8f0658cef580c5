/** What a step has when the time of all is up: to end something takes a moment even where nothing hangs. */
const LEAST_MS = 200;

interface Step {
  name: string;
  run: () => Promise<unknown>;
  /** Waited for however long it takes. */
  always: boolean;
}

/**
 * Undoes, in reverse order, what a start has done so far. AsyncDisposableStack has no time limit, and Node 20 does not have it.
 */
export class Teardown {
  private readonly steps: Step[] = [];

  /** @param hung told of every step that did not end in time, or failed */
  constructor(private readonly hung: (name: string, error?: unknown) => void) {}

  defer(name: string, run: () => Promise<unknown>): void {
    this.steps.push({ name, run, always: false });
  }

  /** A step that must end before the process does, after any failure: a server that would outlive it. */
  deferEssential(name: string, run: () => Promise<unknown>): void {
    this.steps.push({ name, run, always: true });
  }

  /**
   * Every step has its turn, whether those before it ended, failed or hang.
   * @param withinMs milliseconds after which only essential steps are waited for
   * @throws what an essential step has thrown, once all the others had their turn
   */
  async dispose(withinMs: number): Promise<void> {
    const end = Date.now() + withinMs;
    const failures: unknown[] = [];
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      const { name, run, always } = step;
      try {
        if (always) await run();
        else if (!(await endsWithin(run(), Math.max(LEAST_MS, end - Date.now())))) this.hung(name);
      } catch (error) {
        this.hung(name, error);
        if (always) failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** Whether something has ended in time. @throws what it throws in time */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
  try {
    return await Promise.race([work.then(() => true), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
