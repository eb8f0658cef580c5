/** What a job is told, and tells. */
export interface RepeatingJobOptions {
  everyMs: number;
  /** How long a round may take. */
  deadlineMs: number;
  /** Called with what a round throws; the next one comes all the same. */
  failed: (error: unknown) => void;
  /** Called once for a round that takes longer: it goes on, and no other one begins before it is through. */
  missed: (deadlineMs: number) => void;
}

/** Does a piece of work at once and then every so often, never twice at the same time. */
export class RepeatingJob {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private stopping = false;

  /** @param work gets a function that says whether it should come to an end */
  constructor(
    private readonly work: (isStopping: () => boolean) => Promise<unknown>,
    private readonly options: RepeatingJobOptions,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.round(), this.options.everyMs).unref();
    this.round();
  }

  /** Begins a round now unless one is running. */
  wake(): void {
    if (!this.stopping) this.round();
  }

  /** Waits for the round that is running. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  private round(): void {
    if (this.running) return;
    const { deadlineMs, failed, missed } = this.options;
    const deadline = setTimeout(missed, deadlineMs, deadlineMs).unref();
    this.running = this.work(() => this.stopping)
      .then(() => undefined, failed)
      .finally(() => {
        clearTimeout(deadline);
        this.running = undefined;
      });
  }
}
