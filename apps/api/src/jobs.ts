import type { INestApplicationContext } from '@nestjs/common';
import {
  NotificationService,
  Settlement,
  TenantRepository,
  TermExpiry,
  keepHouse,
  type Mailer,
  type TextSender,
} from '@usaha/core';
import { PositionHistory } from '@usaha/logistics';
import { Database, NO_TENANT, OutboxDispatcher, forgetAnswers, forgetHandled } from '@usaha/shared';
import type { Logger } from 'pino';
import { notificationJob } from './mail/notification-job.js';
import { RepeatingJob } from './repeating-job.js';

const HOUSEKEEPING_MS = 10 * 60_000;
const SETTLING_MS = 60_000;
const HOUR_MS = 3_600_000;

/** What the jobs take from the configuration. */
export interface JobSettings {
  /** Who carries letters; null: none is sent. */
  mailer: Mailer | null;
  /** Who carries short messages; null: none is sent. */
  texts: TextSender | null;
  /** How many letters, and how many short messages, are sent for one tenant on a day. */
  lettersPerDay: number;
  /** For how many hours nothing is sent for a new tenant. */
  lettersAfterHours: number;
}

/**
 * What the service does unasked: it hands out events, settles payments that a crash left open, sends letters, and keeps house. Any
 * number of instances may do so at once.
 * @returns what ends it, once the work in hand is done
 */
export function startJobs(
  app: INestApplicationContext,
  { mailer, texts, lettersPerDay, lettersAfterHours }: JobSettings,
  logger: Logger,
): () => Promise<void> {
  const settlement = app.get(Settlement);
  const now = () => new Date();
  const complain = (message: string) => (error: unknown) => logger.error({ err: error }, message);

  const dispatcher = new OutboxDispatcher(app.get(Database), {
    now,
    failed: (error, event) =>
      logger.error(
        { err: error, event_id: event?.id, event: event?.name, tenant_id: event?.tenant_id },
        'an event could not be handled; it will be tried again, or parked',
      ),
  });
  const unsettled = complain('a payment could not be settled; it will be tried again');
  const settling = new RepeatingJob(
    (isStopping) => settlement.settlePending({ now, failed: unsettled, isStopping }),
    SETTLING_MS,
    unsettled,
  );
  const housekeeping = new RepeatingJob(
    (isStopping) => tidy(app, isStopping),
    HOUSEKEEPING_MS,
    complain('housekeeping failed; it will be tried again'),
  );

  const carried = { mailer, texts, mostPerDay: lettersPerDay, leastAge: lettersAfterHours * HOUR_MS };
  const sending = mailer || texts ? [notificationJob(app.get(NotificationService), carried, logger)] : [];
  const jobs = [dispatcher, settling, housekeeping, ...sending];
  for (const job of jobs) job.start();
  return async () => {
    await Promise.all(jobs.map((job) => job.stop()));
  };
}

/** Throws away what no longer counts or may no longer be kept, and writes down which subscriptions have ended. */
async function tidy(app: INestApplicationContext, isStopping: () => boolean): Promise<void> {
  const [database, tenants, notifications, positions] = [
    app.get(Database),
    app.get(TenantRepository),
    app.get(NotificationService),
    app.get(PositionHistory),
  ];
  const now = new Date();
  const nobody = { tenant_id: NO_TENANT, actor: null, now };
  await keepHouse(database, now);
  await database.work(nobody, forgetHandled);
  for (const tenant_id of await database.work(nobody, (ctx) => tenants.everyId(ctx))) {
    if (isStopping()) return;
    await database.work({ ...nobody, tenant_id }, async (ctx) => {
      await forgetAnswers(ctx);
      await notifications.forget(ctx);
      await positions.forget(ctx);
    });
  }
  await app.get(TermExpiry).run(now);
}
