import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import {
  accountLetterKinds,
  accountLetterResults,
  channels,
  type AccountLetterKind,
  type AccountLetterResult,
  type Channel,
  type CodeCheck,
  type Delivery,
  type DeliverySender,
  type FileScans,
  type FileStores,
  type JobLeases,
  type RightsCache,
} from '@usaha/core';
import type { Database } from '@usaha/shared';
import { databaseTroubles, type DatabaseTrouble } from '@usaha/shared/operation';
import { build } from '../../build.js';
import { registerCounts } from './counts.js';
import { DurationsHistogram, type Labelled } from './durations-histogram.js';
import { ExportCounts } from './export-counts.js';
import { ImportMetrics } from './import-metrics.js';
import { jobs, type Job } from './job-names.js';
import { FileMetrics } from './file-metrics.js';
import { KeptReading } from './kept-reading.js';
import { KeyRequests, type KeyOutcome } from './key-requests.js';
import { MetricsPage } from './metrics-page.js';
import type { MetricsReading, ReadMetric } from './metrics-sum.js';
import { NodeGauges } from './node-gauges.js';
import { SummedPage, type AskForSum } from './summed-page.js';
import { OutboxGauges } from './outbox-gauges.js';
import type { Readiness } from './readiness.js';
import { RequestDurations } from './request-durations.js';
import { textOf } from './metrics-text.js';
import { SampledBacklogs } from './sampled-backlogs.js';
import { EinvoiceMetrics } from './einvoice-metrics.js';
import { MessageMetrics } from './message-metrics.js';
import { PaymentMetrics } from './payment-metrics.js';
import { WebhookMetrics } from './webhook-metrics.js';

/** The reason of a refused sign-in, by its status; any other status is a fault of the service. */
const refusals: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'credentials',
  404: 'unknown_tenant',
  429: 'too_many',
  503: 'unavailable',
};
const outcomes: Readonly<Record<Delivery['kind'], true>> = {
  accepted: true,
  refused: true,
  postponed: true,
  unreachable: true,
  unknown: true,
};
const signIn = /^\/(?:api\/)?v1\/auth\/login\/?$/;

/** Milliseconds that a rendering is kept, unless told otherwise. */
export const KEPT_MS = 5_000;

/** What of the core context is measured. */
export interface CountedByCore {
  rights: RightsCache;
  codes: CodeCheck;
  webhooks: Pick<DeliverySender, 'counts'>;
  leases: Pick<JobLeases, 'told'>;
  scans: Pick<FileScans, 'counts'>;
  stores: Pick<FileStores, 'all'>;
}

/**
 * Metrics for Prometheus: requests by route template, the database, the outbox, jobs, letters, sign-ins, the process and its event
 * loop. Labels are closed sets: no tenant, no id, no path.
 */
export class Metrics {
  readonly contentType: string;
  private readonly registry = new Registry();
  private page: { read(): Promise<string> };
  private inFlight = 0;
  private readonly requests = new RequestDurations();
  private readonly keyRequests = new KeyRequests();
  readonly exports = new ExportCounts();
  private readonly refused = this.counter('sign_ins_refused_total', 'Sign-ins that were refused, by reason', [
    'reason',
  ]);
  private readonly handedOver = this.counter(
    'notifications_total',
    'Letters (email) and short messages (sms) handed to their carrier, by outcome',
    ['channel', 'outcome'],
  );
  private readonly accountLetters = this.counter(
    'account_letters_total',
    'Attempts to send letters about accounts, by kind and outcome',
    ['kind', 'outcome'],
  );
  /** Rows of imports, and imports that wait. */
  readonly imports = new ImportMetrics();
  readonly files: FileMetrics;
  readonly messages: MessageMetrics;
  readonly einvoices: EinvoiceMetrics;
  readonly payments: PaymentMetrics;
  private readonly troubles = this.counter(
    'database_unavailable_total',
    'Requests and jobs that the database could not serve, by cause',
    ['cause'],
  );
  /** When a round of each job last succeeded here, in milliseconds since 1970. */
  private readonly succeeded: Partial<Record<Job, number>> = {};

  /** @param keptMs milliseconds that a rendering is kept */
  constructor(
    database: Database,
    { rights, codes, webhooks, leases, scans, stores }: CountedByCore,
    readiness: Readiness,
    keptMs: number,
  ) {
    const { registry } = this;
    this.contentType = registry.contentType;
    this.page = new MetricsPage(() => textOf(registry), keptMs);
    collectDefaultMetrics({ register: registry });
    new Gauge({
      name: 'usaha_build_info',
      help: 'Version and commit of the build that runs',
      labelNames: ['version', 'commit'],
      registers: [registry],
    }).set({ ...build }, 1);
    this.gauge('usaha_processes', 'Processes that serve the port (INSTANCES)', () => 1);
    this.gauge('http_requests_in_flight', 'Requests that are not answered yet', () => this.inFlight);
    new Gauge({
      name: 'database_pool_connections',
      help: 'Connections of the pool, and requests waiting for one',
      labelNames: ['state'] as const,
      registers: [registry],
      collect() {
        const { total, idle, waiting } = database.poolState;
        this.set({ state: 'busy' }, total - idle);
        this.set({ state: 'idle' }, idle);
        this.set({ state: 'waiting' }, waiting);
      },
    });
    this.gauge('database_pool_size', 'Connections that the pool may have', () => database.poolState.most);
    new NodeGauges(database).register(registry);
    this.gauge(
      'database_prepared_statements',
      'Statements that are kept prepared on each connection, once it has sent all of them',
      () => database.statementsKept,
    );
    registerCounts(registry, {
      name: 'database_transactions_retried_total',
      help: 'Transactions that were retried, by reason',
      label: 'reason',
      counts: () => Object.entries(database.retries.retried),
    });
    registerCounts(registry, {
      name: 'mfa_codes_total',
      help: 'Codes of second factors, by outcome; refused: not looked at after too many wrong ones',
      label: 'outcome',
      counts: () => Object.entries(codes.counts),
    });
    registerCounts(registry, {
      name: 'api_key_requests_total',
      help: 'Requests with an API key, by outcome; accepted: the role may refuse them still',
      label: 'outcome',
      counts: () => this.keyRequests.all(),
    });
    this.exports.register(registry);
    const backlogs = new SampledBacklogs(leases);
    new OutboxGauges(backlogs).register(registry);
    this.messages = new MessageMetrics(registry, backlogs);
    this.einvoices = new EinvoiceMetrics(registry, backlogs);
    this.payments = new PaymentMetrics(registry, backlogs);
    new WebhookMetrics(backlogs, webhooks).register(registry);
    this.imports.register(registry, backlogs);
    this.files = new FileMetrics(scans, stores);
    this.files.register(registry);
    this.durations('database_statement_seconds', 'Time of statements, from sending one to its answer', [], () => [
      [{}, database.durations.statements],
    ]);
    this.durations('database_connection_wait_seconds', 'Time that pieces of work waited for a connection', [], () => [
      [{}, database.durations.waits],
    ]);
    this.durations(
      'http_request_duration_seconds',
      'Duration of requests by method, route template and status',
      ['method', 'route', 'status'],
      () => this.requests.all(),
    );
    // Events that have not happened are 0, not missing.
    for (const reason of Object.values(refusals)) this.refused.inc({ reason }, 0);
    for (const channel of channels) for (const outcome in outcomes) this.handedOver.inc({ channel, outcome }, 0);
    for (const kind of accountLetterKinds)
      for (const outcome of accountLetterResults) this.accountLetters.inc({ kind, outcome }, 0);
    for (const cause of databaseTroubles) this.troubles.inc({ cause }, 0);
    const { succeeded } = this;
    new Gauge({
      name: 'job_last_success_timestamp_seconds',
      help: 'When each job last came to its end without a failure, on any instance, in seconds since 1970; 0: never',
      labelNames: ['job'] as const,
      registers: [registry],
      collect() {
        for (const job of jobs) {
          const elsewhere = leases.told(job)?.succeeded_at?.getTime() ?? 0;
          this.set({ job }, Math.max(succeeded[job] ?? 0, elsewhere) / 1_000);
        }
      },
    });
    const pending = new KeptReading(() => readiness.pending());
    this.gauge(
      'clock_offset_seconds',
      "By how many seconds PostgreSQL's clock is ahead of this machine's at least; below 0: behind",
      () => readiness.clockOffset ?? NaN,
    );
    this.gauge('database_listen_up', 'Whether the LISTEN connection stands', () => Number(rights.isListening));
    new Gauge({
      name: 'database_migrations_pending',
      help: 'Migrations that have not run',
      registers: [registry],
      async collect() {
        this.set((await pending.value()) ?? NaN);
      },
    });
  }

  /** All figures, in the text format of Prometheus. */
  text(): Promise<string> {
    return this.page.read();
  }

  /** What this process has counted, as data. */
  async reading(): Promise<MetricsReading> {
    const reading: MetricsReading = { metrics: [], durations: [] };
    for (const metric of this.registry.getMetricsAsArray()) {
      if (metric instanceof DurationsHistogram) reading.durations.push(metric.reading());
      else reading.metrics.push((await (metric as unknown as Counter).get()) as unknown as ReadMetric);
    }
    return reading;
  }

  /** From here on all figures are the sum of the processes that serve the port. */
  sumOver(ask: AskForSum): void {
    this.page = new SummedPage(ask);
  }

  /** A request has begun; `observe` ends it. */
  begun(): void {
    this.inFlight += 1;
  }

  observe(method: string, route: string | undefined, status: number, seconds: number): void {
    this.inFlight -= 1;
    this.requests.add(method, route ?? 'none', status, seconds);
    const reason = status >= 400 && route !== undefined && signIn.test(route) ? refusals[status] : undefined;
    if (reason !== undefined) this.refused.inc({ reason });
  }

  /** A request with an API key was answered. */
  keyRequested(outcome: KeyOutcome): void {
    this.keyRequests.count(outcome);
  }

  notified(channel: Channel, outcome: Delivery['kind']): void {
    this.handedOver.inc({ channel, outcome });
  }

  accountLetter(kind: AccountLetterKind, outcome: AccountLetterResult): void {
    this.accountLetters.inc({ kind, outcome });
  }

  jobSucceeded(job: Job): void {
    this.succeeded[job] = Date.now();
  }

  databaseFailed(cause: DatabaseTrouble): void {
    this.troubles.inc({ cause });
  }

  private durations(name: string, help: string, labelNames: string[], kinds: () => Iterable<Labelled>): void {
    new DurationsHistogram({ name, help, labelNames, kinds }, this.registry);
  }

  private counter<L extends string>(name: string, help: string, labelNames: L[]): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  private gauge(name: string, help: string, value: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(value());
      },
    });
  }
}
