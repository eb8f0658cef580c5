import { Inject, Injectable } from '@nestjs/common';
import {
  ApiKeyUses,
  DeliverySender,
  FileScans,
  JobLeases,
  ShardNodes,
  LastSeen,
  NotificationService,
  SignInTrail,
  WebhookQueue,
  type JobLease,
} from '@usaha/core';
import { FeeRounds } from '@usaha/education';
import { Database, NO_TENANT, OutboxDispatcher, type EachTenantOptions } from '@usaha/shared';
import type { Logger } from 'pino';
import { LOGGER } from '../http/observability/logger.js';
import type { Job } from '../http/observability/job-names.js';
import { Metrics } from '../http/observability/metrics.js';
import { EinvoiceJobs, type EinvoiceJob } from './einvoice-job.js';
import { fileScanJob } from './file-scan-job.js';
import { Housekeeping } from './housekeeping.js';
import { ImportJob } from './import-job.js';
import { JobLog } from './job-log.js';
import { JobShares } from './job-shares.js';
import type { JobSettings } from './job-settings.js';
import { counted } from './mail/counted.js';
import { MailJobs } from './mail/mail-jobs.js';
import { notificationJob } from './mail/notification-job.js';
import { MetricsSampling } from './metrics-sampling.js';
import { PaymentJobs } from './payment-jobs.js';
import { RepeatingJob } from './repeating-job.js';
import type { Round } from './round.js';
import { TenantExportJob } from './tenant-export-job.js';
import { WebhookJob } from './webhooks/webhook-job.js';

const HOUSEKEEPING_MS = 10 * 60_000;
/** A last use is shown at most a minute late. */
const USES_MS = 20_000;
const USES_DEADLINE_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
/** With the time that a round takes, less than the minute by which the last use of a session may be late. */
const SEEING_MS = 30_000;
const SEEING_DEADLINE_MS = 30_000;
const INVOICING_MS = 30 * 60_000;
/** Metrics are at most as old as two rounds. */
const SAMPLING_MS = 5_000;
const SAMPLING_DEADLINE_MS = 5 * 60_000;
/** How long a round may take before it is an error: many times what one takes with thousands of tenants. */
const HOUSEKEEPING_DEADLINE_MS = HOUR_MS;

const now = (): Date => new Date();

/**
 * The jobs of the service: they dispatch events, have files scanned, settle payments that a crash left open, ask about payments that wait, renew subscriptions, make invoices of schools, send letters and e-invoices, consolidate these, write when sessions were used, and purge expired data.
 * One instance at a time does a job, by its lease (`JobLeases`); the work itself bears any number of instances at once.
 */
@Injectable()
export class Jobs {
  private running: readonly { start(): void; stop(): Promise<void> }[] = [];
  private webhooks: WebhookJob | null = null;
  private einvoices: EinvoiceJob | null = null;
  /** The last call to stop, which the next one waits for. */
  private stopping: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly nodes: ShardNodes,
    private readonly leases: JobLeases,
    private readonly shares: JobShares,
    private readonly payments: PaymentJobs,
    private readonly notifications: NotificationService,
    private readonly mail: MailJobs,
    private readonly signIns: SignInTrail,
    private readonly lastSeen: LastSeen,
    private readonly housekeeping: Housekeeping,
    private readonly metricsSampling: MetricsSampling,
    private readonly feeRounds: FeeRounds,
    private readonly keyUses: ApiKeyUses,
    private readonly webhookQueue: WebhookQueue,
    private readonly deliveries: DeliverySender,
    private readonly imports: ImportJob,
    private readonly fileScans: FileScans,
    private readonly tenantExports: TenantExportJob,
    private readonly einvoiceJobs: EinvoiceJobs,
    private readonly metrics: Metrics,
    private readonly log: JobLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(settings: JobSettings): void {
    this.signIns.failed = this.log.complain('failed sign-ins could not be written');
    this.running = [
      this.dispatching(),
      ...this.payments.all(this.repeated.bind(this)),
      this.einvoiceJobs.consolidating(this.repeated.bind(this)),
      this.tidying(),
      this.invoicing(),
      this.seeing(),
      this.notingUses(),
      this.sampling(),
      ...this.sending(settings),
      ...this.mail.of(settings),
      ...(this.fileScans.areScanned ? [fileScanJob(this.fileScans, this.nodes, this.shares, this.log)] : []),
    ];
    this.webhooks = settings.sendsWebhooks ? this.sendingWebhooks() : null;
    this.einvoices = this.einvoiceJobs.sending(settings.einvoiceIntervalMs);
    this.leases.begin({
      now,
      failed: this.log.complain('leases of jobs could not be read or renewed'),
      machines: () => this.database.nodeStates.map(({ name }) => name),
    });
    for (const job of this.running) job.start();
    this.webhooks?.start();
    this.einvoices.start();
    this.imports.start({
      mostRows: settings.importRows,
      counted: (totals) => this.metrics.imports.count(totals),
      ...this.log.of('imports', 'an import could not go on; it will be tried again, or has failed'),
    });
    this.tenantExports.start({
      counted: (outcome) => this.metrics.exports.add('tenant', outcome),
      ...this.log.of('tenant_exports', 'an export of a tenant could not be made'),
    });
  }

  /**
   * Waits for the rounds that are running, and writes the sign-ins and uses of keys that are not written yet. A later call waits for
   * the one before, which may still write, and writes the uses since then.
   */
  stop(): Promise<void> {
    this.stopping = this.stopping.catch(() => undefined).then(() => this.end());
    return this.stopping;
  }

  private async end(): Promise<void> {
    // Receivers may take 15 seconds, and MyInvois half a minute: what is to be written does not wait for them.
    const sent = Promise.all([this.webhooks?.stop(), this.einvoices?.stop()]);
    await Promise.all([this.imports.stop(), this.tenantExports.stop(), ...this.running.map((job) => job.stop())]);
    await this.signIns.written();
    await this.lastSeen.write(now(), this.log.complain('the last use of sessions could not be written'));
    await this.keyUses.write(now(), this.log.complain('last uses of API keys could not be written'));
    await sent;
    await this.leases.end();
  }

  private dispatching(): OutboxDispatcher {
    const { lease, isHeld, isMine } = this.shares.of('dispatcher', () => dispatcher.wake());
    const dispatcher = new OutboxDispatcher(this.database, {
      now,
      stalled: this.log.late('dispatcher', lease),
      nodes: (hasFailed) => (hasFailed ? this.nodes.doubted(now()) : this.nodes.list(now())),
      perNode: (tenant_ids) => this.nodes.perNode(now(), tenant_ids),
      isLeader: isHeld,
      isMine,
      succeeded: this.log.done('dispatcher', lease),
      failed: (error, event) =>
        this.logger.error(
          { ...this.log.about(error), event_id: event?.id, event: event?.name, tenant_id: event?.tenant_id },
          'an event could not be handled; it will be tried again, or parked',
        ),
    });
    return dispatcher;
  }

  private tidying(): RepeatingJob {
    const failed = this.log.complain('housekeeping failed; it will be tried again');
    return this.repeated(
      'housekeeping',
      { everyMs: HOUSEKEEPING_MS, deadlineMs: HOUSEKEEPING_DEADLINE_MS, failed, isSpread: true },
      (options, lease) => this.housekeeping.run({ ...options, isLeader: lease?.isHeld }),
    );
  }

  private invoicing(): RepeatingJob {
    const failed = this.log.complain('invoices of a school could not be made; they will be tried again');
    return this.repeated(
      'school_fees',
      { everyMs: INVOICING_MS, deadlineMs: HOUR_MS, failed, isSpread: true },
      (options) => this.feeRounds.run(now, options),
    );
  }

  private seeing(): RepeatingJob {
    const failed = this.log.complain('the last use of sessions could not be written; it will be tried again');
    return this.repeated(
      'last_seen',
      { everyMs: SEEING_MS, deadlineMs: SEEING_DEADLINE_MS, failed, isOfEach: true },
      ({ failed: fail }) => this.lastSeen.write(now(), fail),
    );
  }

  private notingUses(): RepeatingJob {
    const failed = this.log.complain('last uses of API keys could not be written; they will be tried again');
    return this.repeated(
      'api_key_uses',
      { everyMs: USES_MS, deadlineMs: USES_DEADLINE_MS, failed, isOfEach: true },
      ({ failed, isStopping }) => this.keyUses.write(now(), failed, isStopping),
    );
  }

  private sampling(): RepeatingJob {
    const failed = this.log.complain('metrics of the database could not be read; it will be tried again');
    return this.repeated(
      'metrics',
      { everyMs: SAMPLING_MS, deadlineMs: SAMPLING_DEADLINE_MS, failed },
      ({ failed: fail }, lease) =>
        lease ? this.metricsSampling.run(now(), lease, (error) => fail(error, NO_TENANT)) : Promise.resolve(),
    );
  }

  private sending(settings: JobSettings): RepeatingJob[] {
    const { mailer, remindsByMessage, carriesMessages, lettersPerDay, lettersAfterHours, limitsNewTenants } = settings;
    if (!mailer && !carriesMessages) return [];
    const carried = {
      mailer: counted(mailer, (outcome) => this.metrics.notified('email', outcome)),
      holdsMessages: !carriesMessages,
      mostPerDay: lettersPerDay,
      leastAge: lettersAfterHours * HOUR_MS,
      limitsNew: limitsNewTenants,
    };
    // Without a carrier of the operator it sends what carriers of businesses take, and leaves all else to instances that have one: they
    // are given the lease. Each letter is claimed by one.
    const hasCarrier = mailer !== null || remindsByMessage;
    const { lease, granted, isMine } = hasCarrier
      ? this.shares.of('notifications', () => job.wake())
      : { lease: undefined, granted: () => Promise.resolve(true), isMine: () => true };
    const [late, sent] = [this.log.late('notifications', lease), this.log.done('notifications', lease)];
    const job = notificationJob(this.notifications, { granted, isMine }, carried, this.logger, late, sent);
    return [job];
  }

  private sendingWebhooks(): WebhookJob {
    const { lease, isHeld, isMine } = this.shares.of('webhooks');
    const message = 'webhooks could not be sent, or what became of them not written; it will be tried again';
    const options = { ...this.log.of('webhooks', message, lease), isLeader: isHeld, isMine };
    return new WebhookJob(this.webhookQueue, this.deliveries, options);
  }

  /** Which tenants this instance visits, of those that a job finds. */
  private mineOf(job: Job) {
    return (tenant_id: string): boolean => this.leases.isMine(job, this.database.nodeOf(tenant_id));
  }

  /** A job whose success is counted where nothing of a round has failed. */
  private repeated(
    job: Job,
    { everyMs, deadlineMs, failed, isOfEach = false, isSpread = false }: Round,
    work: (options: EachTenantOptions, lease?: JobLease) => Promise<unknown>,
  ): RepeatingJob {
    const lease = isOfEach ? undefined : this.leases.of(job, () => repeating.wake());
    if (isSpread) this.leases.spread(job, () => repeating.wake());
    const done = this.log.done(job, lease);
    const round = async (isStopping: () => boolean): Promise<void> => {
      if (lease && !(await lease.granted()) && !this.leases.holdsAny(job)) return;
      let failures = 0;
      const fail: typeof failed = (error, tenant_id) => {
        failures += 1;
        failed(error, tenant_id);
      };
      await work({ isStopping, failed: fail, isMine: this.mineOf(job) }, lease);
      if (failures === 0) done();
    };
    const failedWhole = (error: unknown) => failed(error, NO_TENANT);
    const repeating = new RepeatingJob(round, {
      everyMs,
      deadlineMs,
      failed: failedWhole,
      missed: this.log.late(job, lease),
    });
    return repeating;
  }
}
