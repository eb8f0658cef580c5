import { countersOf, summed, type MetricsReading } from '../../http/observability/metrics-sum.js';
import type { SummedMetrics } from './protocol.js';

/** A process that takes longer is counted as it was read last. */
const LIMIT_MS = 2_000;

/** A process whose figures count. */
export interface Measured {
  /** Asks it for its figures, which come as `noted`. */
  readMetrics(question: number): void;
}

/**
 * The figures of all processes. What a process has counted remains when it has ended, as it was read last: otherwise rates
 * would see a fall.
 */
export class GroupMetrics {
  private ended: MetricsReading = { metrics: [], durations: [] };
  private readonly latest = new Map<Measured, MetricsReading>();
  private readonly waiting = new Map<Measured, () => void>();
  private sum?: Promise<SummedMetrics>;
  private begun = -Infinity;
  private question = 0;

  /** @param processes that serve now @param keptMs milliseconds that a sum is kept */
  constructor(
    private readonly processes: () => readonly Measured[],
    private readonly keptMs: number,
  ) {}

  /** The sum, read once for all that ask at once, and kept for a while. */
  read(): Promise<SummedMetrics> {
    if (this.sum && performance.now() - this.begun < this.keptMs) return this.sum;
    this.begun = performance.now();
    const sum = this.gather();
    this.sum = sum;
    return sum;
  }

  /** @param question that is answered; null: it is told unasked */
  noted(measured: Measured, question: number | null, reading: MetricsReading): void {
    this.latest.set(measured, reading);
    if (question === this.question) this.waiting.get(measured)?.();
  }

  /** The process has ended. */
  forget(measured: Measured): void {
    const last = this.latest.get(measured);
    if (last) this.ended = summed([this.ended, countersOf(last)]);
    this.latest.delete(measured);
    this.waiting.get(measured)?.();
  }

  private async gather(): Promise<SummedMetrics> {
    const question = (this.question += 1);
    const asked = this.processes();
    const fresh = new Set<Measured>();
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<void>((resolve) => (late = setTimeout(resolve, LIMIT_MS)));
    await Promise.all(
      asked.map((measured) => {
        const answered = new Promise<void>((resolve) => this.waiting.set(measured, resolve));
        measured.readMetrics(question);
        return Promise.race([answered.then(() => fresh.add(measured)), tooLate]);
      }),
    );
    clearTimeout(late);
    this.waiting.clear();
    const readings = [...this.latest].map(([measured, reading]) =>
      fresh.has(measured) ? reading : countersOf(reading),
    );
    return { number: question, reading: summed([this.ended, ...readings]) };
  }
}
