import type { RecentLetter } from '../../jobs/mail/recent-letters.js';
import type { MetricsReading } from '../../http/observability/metrics-sum.js';
import type { RunningService } from '../server.js';

/** Roles of the embedded database: the owner of the tables, and that of the service. */
export const embeddedRoles = ['usaha', 'usaha_app'] as const;

/** What a process is told before it serves. */
export interface MemberStart {
  /** Whether it does what is done once: migrations, the operator, demo businesses, warnings. */
  isFirst: boolean;
  /** The embedded database that the primary process keeps; null: the database is another's. */
  embedded: { urls: Record<string, string>; place: string; warning: string | null } | null;
  /** Letters for developers that others have sent, newest first. */
  letters: RecentLetter[];
}

/** The sum of all processes. A later reading has another number. */
export interface SummedMetrics {
  number: number;
  reading: MetricsReading;
}

/** From the primary process to a process that serves. */
export type Order =
  | { kind: 'start'; start: MemberStart }
  | { kind: 'stop'; isReplaced: boolean }
  | { kind: 'read metrics'; question: number }
  | { kind: 'are you there' }
  | { kind: 'metrics'; question: number; summed: SummedMetrics }
  | { kind: 'letter'; letter: RecentLetter };

/** What the primary process says of a process that serves. */
export type Serving = Pick<RunningService, 'port' | 'metrics' | 'demo'>;

/** From a process that serves to the primary process. */
export type Report =
  | { kind: 'ready' }
  | { kind: 'serving'; serving: Serving }
  | { kind: 'metrics read'; question: number | null; reading: MetricsReading }
  | { kind: 'metrics asked'; question: number }
  | { kind: 'here' }
  | { kind: 'letter'; letter: RecentLetter };
