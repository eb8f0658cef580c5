import cluster, { type Worker } from 'node:cluster';
import { ConnectionsOnTheirWay } from '../../internals/cluster.js';
import { StartError } from '@usaha/embedded-postgres/start-error';
import type { Order, Report, Serving } from './protocol.js';

/** How a process ended: `exit code 1`, or `SIGKILL`. */
export type End = string;

/** A process that serves, as the primary process sees it. */
export class MemberProcess {
  readonly pid: number;
  /** Settles when it serves. Rejects where it ends before. */
  readonly serving: Promise<Serving>;
  readonly ended: Promise<End>;
  isServing = false;
  hasServed = false;
  isEnded = false;
  /** Whether it was told to stop. */
  isTold = false;
  /** Questions in turn that were answered by nothing at all; null until it takes orders. */
  private unanswered: number | null = null;
  private readonly begun = performance.now();
  private readonly worker: Worker;
  private readonly connections: ConnectionsOnTheirWay;

  /**
   * @param slot from 1: a process that takes another's place has its number
   * @param heard told of each report
   * @param others gives the processes that take connections
   */
  constructor(
    readonly slot: number,
    private readonly heard: (report: Report, process: MemberProcess) => void,
    others: () => readonly MemberProcess[],
  ) {
    this.worker = cluster.fork();
    const takers = () => others().filter((other) => other !== this && !other.isTold);
    this.connections = new ConnectionsOnTheirWay(this.worker, () => takers().map(({ connections }) => connections));
    this.pid = this.worker.process.pid ?? 0;
    // A message that does not reach it any more: its end is told by `exit`.
    this.worker.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      this.worker.once('exit', (code: number | null, signal: string | null) => {
        this.isEnded = true;
        this.isServing = false;
        resolve(signal ?? `exit code ${code}`);
      });
    });
    const served = new Promise<Serving>((resolve) => {
      this.worker.on('message', (report: Report) => {
        this.unanswered = 0;
        if (report.kind === 'serving') {
          this.isServing = this.hasServed = true;
          resolve(report.serving);
        }
        this.heard(report, this);
      });
    });
    const endedBefore = this.ended.then((end) => {
      throw new StartError(`Process ${slot} has ended at its start (${end}); its reason stands above`);
    });
    this.serving = Promise.race([served, endedBefore]);
    // Not every process is waited for.
    this.serving.catch(() => undefined);
  }

  get livedMs(): number {
    return performance.now() - this.begun;
  }

  readMetrics(question: number): void {
    this.order({ kind: 'read metrics', question });
  }

  /** Asks for a sign that its event loop runs. @returns how many of these questions in turn it has not answered */
  askForSign(): number {
    if (this.unanswered === null || this.isTold || this.isEnded) return 0;
    const { unanswered } = this;
    this.unanswered += 1;
    this.order({ kind: 'are you there' });
    return unanswered;
  }

  order(order: Order): void {
    if (this.worker.isConnected()) this.worker.send(order, () => undefined);
  }

  /** Tells it to stop. One that has not ended after so long is killed. */
  async stop(isReplaced: boolean, withinMs: number): Promise<void> {
    this.isTold = true;
    this.order({ kind: 'stop', isReplaced });
    const impatience = setTimeout(() => this.kill(), withinMs);
    await this.ended;
    clearTimeout(impatience);
  }

  kill(): void {
    this.worker.process.kill('SIGKILL');
  }
}
