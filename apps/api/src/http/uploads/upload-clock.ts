/** Bytes a second that must arrive for the clock to wait. */
const LEAST_RATE = 16_384;
/** Milliseconds that an upload may take. */
export const LONGEST_UPLOAD_MS = 600_000;
const WINDOW_MS = 1_000;

/** Lets the clock of a request wait while its bytes arrive fast enough, for ten minutes at most. */
export class UploadClock {
  private readonly ends = performance.now() + LONGEST_UPLOAD_MS;
  private since = performance.now();
  private bytes = 0;

  /** @param wait begins the time of the request again */
  constructor(private readonly wait: () => void) {}

  arrived(bytes: number): void {
    this.bytes += bytes;
    const now = performance.now();
    const elapsed = now - this.since;
    if (elapsed < WINDOW_MS) return;
    if (this.bytes >= (LEAST_RATE * elapsed) / 1_000 && now < this.ends) this.wait();
    this.since = now;
    this.bytes = 0;
  }
}
