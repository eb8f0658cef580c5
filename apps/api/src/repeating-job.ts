/** Does a piece of work at once and then every so often, never twice at the same time. */
export class RepeatingJob {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private stopping = false;

  /** @param work gets a function that says whether it should come to an end @param failed called with what it throws; the next round comes all the same */
  constructor(
    private readonly work: (isStopping: () => boolean) => Promise<unknown>,
    private readonly everyMs: number,
    private readonly failed: (error: unknown) => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.round(), this.everyMs).unref();
    this.round();
  }

  /** Waits for the round that is running. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  private round(): void {
    this.running ??= this.work(() => this.stopping)
      .then(() => undefined, this.failed)
      .finally(() => (this.running = undefined));
  }
}
