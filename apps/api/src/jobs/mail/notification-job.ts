import type { Mailer, NotificationService } from '@usaha/core';
import { malaysianDay } from '@usaha/shared';
import type { Logger } from 'pino';
import { RepeatingJob } from '../repeating-job.js';
import { ExhaustedTenants } from './exhausted-tenants.js';
import { UnsureNotifications } from './unsure-notifications.js';

const SENDING_MS = 5 * 60_000;
const DEADLINE_MS = 60 * 60_000;

interface Sending {
  /** null: the mail servers of businesses alone send letters. */
  mailer: Mailer | null;
  /** Whether no message is queued, and no mail server of a business used. */
  holdsMessages: boolean;
  /** How many letters are sent for one tenant on a day. */
  mostPerDay: number;
  /** For how many milliseconds nothing is sent for a new tenant. */
  leastAge: number;
  /** Whether a tenant's first days have a separate limit. */
  limitsNew: boolean;
}

/** Which letters are this instance's. */
interface Part {
  granted: () => Promise<boolean>;
  isMine: (tenant_id: string) => boolean;
}

/**
 * The job that sends the notifications of all contexts, on the instance that has the lease. Several may run it at once: each letter is
 * sent by one.
 */
export function notificationJob(
  notifications: NotificationService,
  part: Part,
  { mailer, holdsMessages, mostPerDay, leastAge, limitsNew }: Sending,
  logger: Logger,
  missed: (deadlineMs: number) => void,
  succeeded: () => void,
): RepeatingJob {
  let failures = 0;
  const failed = (error: unknown) => {
    failures += 1;
    logger.error({ err: error }, 'notifications could not be sent; it will be tried again');
  };
  const unsure = new UnsureNotifications();
  const exhausted = new ExhaustedTenants();
  const tooNew = new ExhaustedTenants();
  const full = new ExhaustedTenants();
  const round = async (isStopping: () => boolean) => {
    if (!(await part.granted())) return;
    const before = failures;
    await notifications.sendDue({
      mailer,
      holdsMessages,
      mostPerDay,
      leastAge,
      limitsNew,
      full: (tenant_id, waiting) => {
        if (full.isNew(tenant_id, malaysianDay(new Date())))
          logger.warn(
            { tenant_id, waiting },
            'notifications wait: their recipients have had as many today as one is sent by all tenants',
          );
      },
      exhausted: (tenant_id, waiting) => {
        if (exhausted.isNew(tenant_id, malaysianDay(new Date())))
          logger.warn({ tenant_id, waiting, most: mostPerDay }, 'no more letters are sent for this tenant today');
      },
      tooNew: (tenant_id, waiting) => {
        if (tooNew.isNew(tenant_id, malaysianDay(new Date())))
          logger.warn({ tenant_id, waiting }, 'nothing is sent for this tenant yet: it is too new');
      },
      now: () => new Date(),
      failed,
      isStopping,
      isMine: part.isMine,
      undelivered: (notification) => logger.warn(notification, 'a notification was not accepted'),
      unsure: (tenant_id, found, kind) => {
        for (const { subject_id, claimed_at } of unsure.unreported(tenant_id, kind, found))
          logger.warn(
            { tenant_id, kind, subject_id, claimed_at },
            'it is not known whether a notification was sent; it is not sent again: see cli reminders',
          );
      },
    });
    if (failures === before) succeeded();
  };
  return new RepeatingJob(round, { everyMs: SENDING_MS, deadlineMs: DEADLINE_MS, failed, missed });
}
