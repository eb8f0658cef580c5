import type { Logger } from 'pino';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { LastLetters } from '../../jobs/mail/recent-letters.js';
import type { Config } from '../config.js';
import { STOP_MS } from '../infrastructure.js';
import { GroupMetrics } from './group-metrics.js';
import { MemberProcess } from './member-process.js';
import type { MemberStart, Report, Serving } from './protocol.js';
import { RestartPause } from './restart-pause.js';

/** Ends at the start in turn, after which the service gives up where no process serves. */
const MOST_FAILED_STARTS = 5;
/** What a process has beyond its own limits of time before it is killed. */
const GRACE_MS = 3_000;
/** In which idle connections end where a process is replaced. */
const LINGER_MS = 10_000;
/** Processes are asked so often for a sign that their event loop runs. */
const ASKED_MS = 5_000;
/** Questions in turn without an answer: then a process would answer no request either. Counted, since this process may be suspended too. */
const MOST_UNANSWERED = 6;

type Place = Pick<Config, 'instances' | 'requestTimeoutMs' | 'drainMs' | 'metrics'>;

/** The processes that serve one port: started, started again where one ends, replaced one after the other, and stopped. */
export class ProcessGroup {
  /** Settles when no process can be started any more. */
  readonly failed: Promise<StartError>;
  private giveUp: (reason: StartError) => void = () => undefined;
  private readonly processes = new Set<MemberProcess>();
  private readonly pauses = new Map<number, RestartPause>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly metrics: GroupMetrics;
  /** Outside production alone, for processes that begin later. */
  private readonly letters = new LastLetters();
  private failedStarts = 0;
  private isStopping = false;
  private isRestarting = false;
  private hasBegun = false;
  private asking?: NodeJS.Timeout;

  /** @param ground what a process is told before it serves; it may wait for that */
  constructor(
    private readonly config: Place,
    private readonly ground: Promise<Omit<MemberStart, 'isFirst' | 'letters'>>,
    private readonly logger: Logger,
  ) {
    this.failed = new Promise((resolve) => (this.giveUp = resolve));
    this.metrics = new GroupMetrics(() => this.serving(), config.metrics.keptMs);
  }

  /** Starts the first process, which does what is done once, then the others. @returns what the first serves */
  async start(): Promise<Serving> {
    this.asking = setInterval(() => this.killHung(), ASKED_MS).unref();
    const serving = await this.fork(1, true).serving;
    const others = Array.from({ length: this.config.instances - 1 }, (_, i) => this.fork(i + 2, false));
    await Promise.all(others.map((process) => process.serving));
    this.hasBegun = true;
    return serving;
  }

  /** Replaces all processes, one after the other: each serves before the one that it replaces stops. */
  async restart(): Promise<void> {
    if (this.isRestarting || this.isStopping) return;
    this.isRestarting = true;
    this.logger.info('SIGHUP: the processes are replaced one after the other');
    try {
      for (const old of [...this.processes].toSorted((one, other) => one.slot - other.slot)) {
        await this.fork(old.slot, old.slot === 1).serving;
        if (this.isStopping) return;
        const { requestTimeoutMs } = this.config;
        await old.stop(true, LINGER_MS + requestTimeoutMs + STOP_MS + GRACE_MS);
      }
      this.logger.info('all processes were replaced');
    } catch (error) {
      this.logger.error({ err: error }, 'the processes are replaced no further; those that serve go on');
    } finally {
      this.isRestarting = false;
    }
  }

  /** Stops all processes in order. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.asking);
    for (const timer of this.timers) clearTimeout(timer);
    const withinMs = this.config.drainMs + STOP_MS + GRACE_MS;
    await Promise.all([...this.processes].map((process) => process.stop(false, withinMs)));
  }

  /** A process whose event loop stands still keeps its connections, and is told by nothing else. Its end has it started again. */
  private killHung(): void {
    for (const process of this.processes) {
      const unanswered = process.askForSign();
      if (unanswered < MOST_UNANSWERED) continue;
      const { slot, pid } = process;
      const silent_seconds = (unanswered * ASKED_MS) / 1_000;
      this.logger.error({ process: slot, pid, silent_seconds }, 'a process does not answer any more; it is killed');
      process.kill();
    }
  }

  private serving(): MemberProcess[] {
    return [...this.processes].filter(({ isServing }) => isServing);
  }

  private fork(slot: number, isFirst: boolean): MemberProcess {
    const hear = (report: Report, from: MemberProcess) => void this.heard(report, from, isFirst);
    const process = new MemberProcess(slot, hear, () => this.serving());
    this.processes.add(process);
    void process.ended.then((end) => this.ended(process, end));
    return process;
  }

  private async heard(report: Report, process: MemberProcess, isFirst: boolean): Promise<void> {
    switch (report.kind) {
      case 'ready':
        // Where it fails the start as a whole does.
        await this.ground.then(
          (ground) => process.order({ kind: 'start', start: { ...ground, isFirst, letters: this.letters.list() } }),
          () => undefined,
        );
        return;
      case 'serving':
        this.failedStarts = 0;
        return;
      case 'here':
        return;
      case 'metrics read':
        return this.metrics.noted(process, report.question, report.reading);
      case 'metrics asked':
        return process.order({ kind: 'metrics', question: report.question, summed: await this.metrics.read() });
      case 'letter':
        this.letters.remember(report.letter);
        for (const other of this.processes)
          if (other !== process) other.order({ kind: 'letter', letter: report.letter });
    }
  }

  private ended(process: MemberProcess, end: string): void {
    this.processes.delete(process);
    this.metrics.forget(process);
    if (this.isStopping || process.isTold || !this.hasBegun) return;
    const { slot, pid, livedMs, hasServed } = process;
    // Another has its place already where it ends while it is replaced.
    if ([...this.processes].some((other) => other.slot === slot && !other.isTold)) return;
    if (!hasServed) this.failedStarts += 1;
    if (this.failedStarts >= MOST_FAILED_STARTS && this.serving().length === 0)
      return this.giveUp(
        new StartError(
          `No process serves, and the last ${this.failedStarts} starts failed (${end}); their reasons stand above`,
        ),
      );
    const pause = this.pauses.get(slot) ?? new RestartPause();
    this.pauses.set(slot, pause);
    const pauseMs = pause.next(livedMs);
    const facts = { process: slot, pid, end, failed_starts: this.failedStarts, pause_seconds: pauseMs / 1_000 };
    this.logger.error(
      facts,
      hasServed
        ? 'a process has ended unexpectedly; it is started again'
        : 'a process has ended at its start, for the reason above; it is started again',
    );
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.fork(slot, false);
    }, pauseMs);
    this.timers.add(timer);
  }
}
