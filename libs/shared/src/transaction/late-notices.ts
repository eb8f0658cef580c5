/** NOTIFY of $1 with $2 at the coordinator, where all instances listen. */
export const NOTIFY = 'select pg_notify($1, $2) from kernel.coordinator';

/** Notices under way at a time: more come only while the coordinator does not answer, and then nothing listens there. */
const MOST_UNDER_WAY = 1_000;

/**
 * Tells other instances behind a commit, in another transaction: at a worker of a Citus cluster one that notifies and writes to
 * several machines cannot be prepared. What a process that ends in between has not told is known elsewhere after a second.
 */
export class LateNotices {
  private readonly underWay = new Set<Promise<void>>();
  private failed: (error: unknown) => void = () => undefined;

  constructor(private readonly send: (channel: string, payload: string) => Promise<void>) {}

  tell(channel: string, payload: string): void {
    if (this.underWay.size >= MOST_UNDER_WAY) {
      this.failed(new Error('Too many notices wait for the coordinator'));
      return;
    }
    const sent = this.send(channel, payload)
      .catch((error: unknown) => this.failed(error))
      .finally(() => this.underWay.delete(sent));
    this.underWay.add(sent);
  }

  /** @param handler hears of each that could not be told */
  onFailure(handler: (error: unknown) => void): void {
    this.failed = handler;
  }

  /** Once none is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }
}
