import type { MetricsReading } from '../../http/observability/metrics-sum.js';
import type { RecentLetter } from '../../jobs/mail/recent-letters.js';
import type { Config } from '../config.js';
import { secretsOf, usesDirectory, type GroupLink, type SupervisedPostgres } from '../infrastructure.js';
import { poolShare } from '../instances.js';
import { startOn, type Start } from '../start-service.js';
import { askToStop, whenToldToStop } from '../stop-signal.js';
import type { MemberStart, Order, Report, SummedMetrics } from './protocol.js';

/** Connections of clients end with their answers within this time where the whole service stops. */
const LINGER_MS = 1_000;
/** Where another process takes its place, idle ones have the time after which Node ends them, and a little more. */
const LINGER_REPLACED_MS = 6_500;
const SUM_LIMIT_MS = 5_000;

/** Serves the port together with other processes, until the primary process or a signal ends it. */
export async function runMember({ config, say, openLog, signal }: Start): Promise<void> {
  const link = new PrimaryLink();
  // A terminal that is closed says so to all processes; what then follows is the primary's.
  process.on('SIGHUP', () => undefined);
  const ordered = link.started();
  const own: Config = { ...config, poolSize: poolShare(config) };
  const service = await startOn({ config: own, say, openLog, signal }, async () => {
    const start = await ordered;
    return {
      directory: usesDirectory(config) ? { setPort: () => Promise.resolve() } : null,
      secrets: await secretsOf(config),
      embedded: start.embedded && keptByPrimary(start.embedded),
      group: link.groupOf(start),
    };
  });
  const { port, metrics, demo } = service;
  await link.report({ kind: 'serving', serving: { port, metrics, demo } });
  await whenToldToStop();
  const { isReplaced } = link;
  await service.stop({ isReplaced, lingerMs: isReplaced ? LINGER_REPLACED_MS : LINGER_MS });
  await link.reportMetrics(null);
}

const keptByPrimary = ({ urls, place, warning }: NonNullable<MemberStart['embedded']>): SupervisedPostgres => ({
  postgres: { url: (role) => urls[role] as string, place, warning },
  // The primary process sees to it.
  failed: new Promise(() => undefined),
});

/** What this process and the primary process tell each other. */
class PrimaryLink {
  /** Whether another process has taken the place of this one. */
  isReplaced = false;
  private questions = 0;
  private readonly asked = new Map<number, (summed: SummedMetrics) => void>();
  private metrics: (() => Promise<MetricsReading>) | null = null;
  private letter: (letter: RecentLetter) => void = () => undefined;
  private start: (start: MemberStart) => void = () => undefined;

  constructor() {
    process.on('message', (order: Order) => this.follow(order));
  }

  /** Says that this process listens to orders, and waits for the first. */
  async started(): Promise<MemberStart> {
    const start = new Promise<MemberStart>((resolve) => (this.start = resolve));
    await this.report({ kind: 'ready' });
    return start;
  }

  groupOf({ isFirst, letters }: MemberStart): GroupLink {
    return {
      isFirst,
      letters,
      askForSum: () => this.askForSum(),
      shareLetters: (others) => {
        this.letter = others;
        return (letter) => void this.report({ kind: 'letter', letter });
      },
      readMetrics: (reading) => void (this.metrics = reading),
    };
  }

  async reportMetrics(question: number | null): Promise<void> {
    if (this.metrics) await this.report({ kind: 'metrics read', question, reading: await this.metrics() });
  }

  /** Waits until it is on its way. That the primary process has ended is told otherwise: it ends this one. */
  report(report: Report): Promise<void> {
    return new Promise((sent) => process.send?.(report, undefined, {}, () => sent()));
  }

  private follow(order: Order): void {
    switch (order.kind) {
      case 'start':
        return this.start(order.start);
      case 'stop':
        this.isReplaced = order.isReplaced;
        return askToStop('SIGTERM');
      case 'read metrics':
        return void this.reportMetrics(order.question);
      case 'are you there':
        return void this.report({ kind: 'here' });
      case 'metrics':
        this.asked.get(order.question)?.(order.summed);
        return;
      case 'letter':
        return this.letter(order.letter);
    }
  }

  private async askForSum(): Promise<SummedMetrics> {
    const question = (this.questions += 1);
    let late: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.asked.set(question, resolve);
        late = setTimeout(() => reject(new Error('The primary process does not answer')), SUM_LIMIT_MS);
        void this.report({ kind: 'metrics asked', question });
      });
    } finally {
      clearTimeout(late);
      this.asked.delete(question);
    }
  }
}
