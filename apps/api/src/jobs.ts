import { expireTerms, keepHouse, type Core } from '@usaha/core';
import { NO_TENANT, OutboxDispatcher, forgetAnswers, forgetHandled, type Database } from '@usaha/shared';
import type { Healthcare, ReminderPost } from '@usaha/healthcare';
import type { Logger } from 'pino';
import { remindingJob } from './reminders/reminding.js';
import { RepeatingJob } from './repeating-job.js';

const HOUSEKEEPING_MS = 10 * 60_000;
const SETTLING_MS = 60_000;

/**
 * What the service does unasked: it hands out events, settles payments that a crash left open, reminds patients, and keeps
 * house. Any number of instances may do so at once.
 * @param post who carries reminders; null: they are not sent @returns what ends it, once the work in hand is done
 */
export function startJobs(
  { core, healthcare, post }: { core: Core; healthcare: Healthcare; post: ReminderPost | null },
  database: Database,
  logger: Logger,
): () => Promise<void> {
  const now = () => new Date();
  const complain = (message: string) => (error: unknown) => logger.error({ err: error }, message);

  const dispatcher = new OutboxDispatcher(database, {
    now,
    failed: (error, event) =>
      logger.error(
        { err: error, event_id: event?.id, event: event?.name, tenant_id: event?.tenant_id },
        'an event could not be handled; it will be tried again, or parked',
      ),
  });
  const unsettled = complain('a payment could not be settled; it will be tried again');
  const settling = new RepeatingJob(
    (isStopping) => core.settlement.settlePending({ now, failed: unsettled, isStopping }),
    SETTLING_MS,
    unsettled,
  );
  const housekeeping = new RepeatingJob(
    (isStopping) => tidy(core, database, isStopping),
    HOUSEKEEPING_MS,
    complain('housekeeping failed; it will be tried again'),
  );

  const reminding = post && remindingJob(healthcare, post, logger);
  const jobs = [dispatcher, settling, housekeeping, ...(reminding ? [reminding] : [])];
  for (const job of jobs) job.start();
  return async () => {
    await Promise.all(jobs.map((job) => job.stop()));
  };
}

/** Throws away what no longer counts, and writes down which subscriptions have ended. */
async function tidy(core: Core, database: Database, isStopping: () => boolean): Promise<void> {
  const now = new Date();
  const nobody = { tenant_id: NO_TENANT, actor: null, now };
  await keepHouse(database, now);
  await database.work(nobody, forgetHandled);
  for (const tenant_id of await database.work(nobody, (ctx) => core.tenantRepository.everyId(ctx))) {
    if (isStopping()) return;
    await database.work({ ...nobody, tenant_id }, forgetAnswers);
  }
  await expireTerms(core, now);
}
