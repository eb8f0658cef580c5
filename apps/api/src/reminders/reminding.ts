import type { ReminderPost, ReminderService } from '@usaha/healthcare';
import type { Logger } from 'pino';
import { RepeatingJob } from '../repeating-job.js';

const REMINDING_MS = 5 * 60_000;

/** The job that reminds patients of their appointments. Any number of instances may have it: a letter is sent by one. */
export function remindingJob(reminders: ReminderService, post: ReminderPost, logger: Logger): RepeatingJob {
  const failed = (error: unknown) =>
    logger.error({ err: error }, 'reminders could not be sent; it will be tried again');
  const told = new Set<string>();
  const round = (isStopping: () => boolean) =>
    reminders.sendDue({
      post,
      now: () => new Date(),
      failed,
      isStopping,
      undelivered: ({ kind, ...reminder }) =>
        logger.warn({ ...reminder, delivery: kind }, 'a reminder was not accepted'),
      unsure: (tenant_id, found) => {
        for (const { appointment_id, claimed_at } of found) {
          const name = `${appointment_id} ${claimed_at.toISOString()}`;
          if (told.has(name)) continue;
          told.add(name);
          logger.warn(
            { tenant_id, appointment_id, claimed_at },
            'nobody knows whether a reminder was sent; it is not sent again: see cli reminders',
          );
        }
      },
    });
  return new RepeatingJob(round, REMINDING_MS, failed);
}
