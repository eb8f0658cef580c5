import type { Mailer, NotificationService } from '@usaha/core';
import type { Logger } from 'pino';
import { RepeatingJob } from '../repeating-job.js';

const SENDING_MS = 5 * 60_000;

interface Sending {
  mailer: Mailer;
  /** How many letters are sent for one tenant on a day. */
  mostPerDay: number;
}

/** The job that sends what the contexts have to tell. Any number of instances may have it: a letter is sent by one. */
export function notificationJob(
  notifications: NotificationService,
  { mailer, mostPerDay }: Sending,
  logger: Logger,
): RepeatingJob {
  const failed = (error: unknown) =>
    logger.error({ err: error }, 'notifications could not be sent; it will be tried again');
  const told = new Set<string>();
  const round = (isStopping: () => boolean) =>
    notifications.sendDue({
      mailer,
      mostPerDay,
      exhausted: (tenant_id) =>
        logger.warn({ tenant_id, most: mostPerDay }, 'no more letters are sent for this tenant today'),
      now: () => new Date(),
      failed,
      isStopping,
      undelivered: (notification) => logger.warn(notification, 'a notification was not accepted'),
      unsure: (tenant_id, found) => {
        for (const { id, kind, subject_id, claimed_at } of found) {
          if (told.has(id)) continue;
          told.add(id);
          logger.warn(
            { tenant_id, kind, subject_id, claimed_at },
            'nobody knows whether a notification was sent; it is not sent again: see cli reminders',
          );
        }
      },
    });
  return new RepeatingJob(round, SENDING_MS, failed);
}
