import type { INestApplicationContext } from '@nestjs/common';
import {
  Machines,
  NotificationService,
  Settlement,
  SignInTrail,
  TenantRepository,
  TermExpiry,
  keepHouse,
  type Mailer,
  type TextSender,
} from '@usaha/core';
import { PositionHistory } from '@usaha/logistics';
import {
  Database,
  NO_TENANT,
  OutboxDispatcher,
  eachTenant,
  forgetAnswers,
  forgetHandled,
  type Context,
  type EachTenantOptions,
} from '@usaha/shared';
import type { Logger } from 'pino';
import { DatabaseTroubles } from './http/database-troubles.js';
import type { Job, Metrics } from './http/metrics.js';
import { notificationJob } from './mail/notification-job.js';
import { RepeatingJob } from './repeating-job.js';

const HOUSEKEEPING_MS = 10 * 60_000;
const SETTLING_MS = 60_000;
const HOUR_MS = 3_600_000;
/** How long a round may take before it is an error: many times what one takes with thousands of tenants. */
const SETTLING_DEADLINE_MS = 10 * 60_000;
const HOUSEKEEPING_DEADLINE_MS = HOUR_MS;

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
  /** Where it is counted what came of them. */
  metrics: Metrics;
  /** Whether a tenant's first days have a limit of letters of their own. */
  limitsNewTenants: boolean;
}

/**
 * What the service does unasked: it hands out events, settles payments that a crash left open, sends letters, and keeps house. Any
 * number of instances may do so at once.
 * @returns what ends it, once the work in hand is done
 */
export function startJobs(
  app: INestApplicationContext,
  { mailer, texts, lettersPerDay, lettersAfterHours, limitsNewTenants, metrics }: JobSettings,
  logger: Logger,
): () => Promise<void> {
  const settlement = app.get(Settlement);
  const now = () => new Date();
  const troubles = new DatabaseTroubles(logger, metrics);
  const about = (error: unknown) => ({ err: error, cause: troubles.count(error) ?? undefined });
  const complain = (message: string) => (error: unknown, tenant_id?: string) =>
    logger.error({ ...about(error), tenant_id }, message);
  const late = (job: Job) => (deadlineMs: number) =>
    logger.error(
      { job, deadline_seconds: deadlineMs / 1_000 },
      'a job has missed its deadline; no other round of it begins before this one is through',
    );

  /** A job whose success is counted where nothing of a round has failed. */
  const repeated = (
    job: Job,
    { everyMs, deadlineMs, failed }: { everyMs: number; deadlineMs: number; failed: EachTenantOptions['failed'] },
    work: (options: EachTenantOptions) => Promise<unknown>,
  ) => {
    const round = async (isStopping: () => boolean): Promise<void> => {
      let failures = 0;
      const fail: typeof failed = (error, tenant_id) => {
        failures += 1;
        failed(error, tenant_id);
      };
      await work({ isStopping, failed: fail });
      if (failures === 0) metrics.jobSucceeded(job);
    };
    const failedWhole = (error: unknown) => failed(error, NO_TENANT);
    return new RepeatingJob(round, { everyMs, deadlineMs, failed: failedWhole, missed: late(job) });
  };

  const dispatcher = new OutboxDispatcher(app.get(Database), {
    now,
    stalled: late('dispatcher'),
    machines: () => app.get(Machines).list(now()),
    succeeded: () => metrics.jobSucceeded('dispatcher'),
    failed: (error, event) =>
      logger.error(
        { ...about(error), event_id: event?.id, event: event?.name, tenant_id: event?.tenant_id },
        'an event could not be handled; it will be tried again, or parked',
      ),
  });
  const unsettled = complain('a payment could not be settled; it will be tried again');
  const settling = repeated(
    'settling',
    { everyMs: SETTLING_MS, deadlineMs: SETTLING_DEADLINE_MS, failed: unsettled },
    ({ failed, isStopping = () => false }) =>
      settlement.settlePending({ now, failed: (error) => failed(error, NO_TENANT), isStopping }),
  );
  const untidied = complain('housekeeping failed; it will be tried again');
  const housekeeping = repeated(
    'housekeeping',
    { everyMs: HOUSEKEEPING_MS, deadlineMs: HOUSEKEEPING_DEADLINE_MS, failed: untidied },
    (options) => tidy(app, options),
  );

  const carried = {
    mailer,
    texts,
    mostPerDay: lettersPerDay,
    leastAge: lettersAfterHours * HOUR_MS,
    limitsNew: limitsNewTenants,
  };
  const sent = () => metrics.jobSucceeded('notifications');
  const sending =
    mailer || texts
      ? [notificationJob(app.get(NotificationService), carried, logger, late('notifications'), sent)]
      : [];
  const jobs = [dispatcher, settling, housekeeping, ...sending];
  const signIns = app.get(SignInTrail);
  signIns.failed = complain('failed sign-ins could not be written');
  for (const job of jobs) job.start();
  return async () => {
    await Promise.all(jobs.map((job) => job.stop()));
    await signIns.written();
  };
}

/**
 * Throws away what no longer counts or may no longer be kept, and writes down which subscriptions have ended. Each part has
 * its turn, whatever came of the others.
 */
async function tidy(app: INestApplicationContext, options: EachTenantOptions): Promise<void> {
  const [database, tenants, notifications, positions] = [
    app.get(Database),
    app.get(TenantRepository),
    app.get(NotificationService),
    app.get(PositionHistory),
  ];
  const now = new Date();
  const machines = await app.get(Machines).list(now);
  const as = <T>(tenant_id: string, work: (ctx: Context) => Promise<T>) =>
    database.job({ tenant_id, actor: null, now }, work);
  const ofTenant = async (tenant_id: string): Promise<void> => {
    await as(tenant_id, forgetAnswers);
    await as(tenant_id, (ctx) => notifications.forget(ctx));
    await as(tenant_id, (ctx) => positions.forget(ctx));
  };
  const ofAll = [
    ...machines.flatMap((there) => [
      () => as(NO_TENANT, (ctx) => keepHouse(ctx, there)),
      () => as(NO_TENANT, (ctx) => forgetHandled(ctx, there)),
    ]),
    () => as(NO_TENANT, (ctx) => notifications.forgetCounts(ctx)),
    async () => {
      const all = await as(NO_TENANT, (ctx) => tenants.everyId(ctx));
      const lanes = await app.get(Machines).lanes(now, all);
      await Promise.all(lanes.map((some) => eachTenant(some, ofTenant, options)));
    },
    () => app.get(TermExpiry).run(now, options),
  ];
  for (const part of ofAll) await part().catch((error: unknown) => options.failed(error, NO_TENANT));
}
