import type { AccountSendingOptions, JobLease, Mailer } from '@usaha/core';
import type { Logger } from 'pino';
import type { Metrics } from '../../http/observability/metrics.js';
import type { JobLog } from '../job-log.js';
import type { JobSettings } from '../job-settings.js';
import type { SendingJobOptions } from './sending-job.js';

const HOUR_MS = 3_600_000;

/** What tells operators of the job, and when it searches. */
interface Told {
  lease: JobLease;
  metrics: Pick<Metrics, 'accountLetter'>;
  log: JobLog;
  logger: Logger;
}

/** What the job that sends letters about accounts takes from the service. */
export const accountLetterOptions = (
  mailer: Mailer,
  { accountLettersPerDay, lettersAfterHours }: JobSettings,
  { lease, metrics, log, logger }: Told,
): SendingJobOptions<AccountSendingOptions> => ({
  mailer,
  mostPerDay: accountLettersPerDay,
  invitationsAfterMs: lettersAfterHours * HOUR_MS,
  failed: log.complain('a letter about an account could not be sent; it will be tried again'),
  counted: (kind, outcome, reason) => {
    metrics.accountLetter(kind, outcome);
    if (reason !== undefined) logger.warn({ kind, outcome, reason }, 'a letter about an account was not accepted');
  },
  missed: log.late('account_letters', lease),
  succeeded: log.done('account_letters', lease),
  isLeader: () => lease.isHeld,
});
