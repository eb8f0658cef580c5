import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import { Machines, TenantRepository, channels, type Channel, type Delivery } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { OutboxGauges } from './outbox-gauges.js';
import { durationsMetric } from './durations-metric.js';
import { RequestDurations } from './request-durations.js';

/** Why somebody was not let in, by what the sign-in answered; whatever else there is were a fault of ours. */
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

/**
 * Metrics for Prometheus: requests by route template, the database, the outbox, letters, sign-ins, the process and its event
 * loop. Labels are closed sets: no tenant, no id, no path.
 */
export class Metrics {
  readonly registry = new Registry();
  private inFlight = 0;
  private readonly requests = new RequestDurations();
  private readonly refused = new Counter({
    name: 'sign_ins_refused_total',
    help: 'Sign-ins that were refused, by reason',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });
  private readonly handedOver = new Counter({
    name: 'notifications_total',
    help: 'Letters (email) and short messages (sms) handed to their carrier, by what came of it',
    labelNames: ['channel', 'outcome'] as const,
    registers: [this.registry],
  });

  constructor(database: Database) {
    const { registry } = this;
    registry.registerMetric(
      durationsMetric(
        'http_request_duration_seconds',
        'Duration of requests by method, route template and status',
        () => this.requests.all(),
      ),
    );
    collectDefaultMetrics({ register: registry });
    this.gauge('http_requests_in_flight', 'Requests that are not answered yet', () => this.inFlight);
    const pool = new Gauge({
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
    const prepared = new Gauge({
      name: 'database_prepared_statements',
      help: 'Statements that are kept prepared on each connection, once it has sent all of them',
      registers: [registry],
      collect() {
        this.set(database.statementsKept);
      },
    });
    void [pool, prepared];
    const { statements, waits } = database.durations;
    const times = { database_statement_seconds: statements, database_connection_wait_seconds: waits };
    const about = [
      'Time of statements, from sending one to its answer',
      'Time that pieces of work waited for a connection',
    ];
    Object.entries(times).forEach(([name, durations], i) =>
      registry.registerMetric(durationsMetric(name, about[i] as string, () => [[{}, durations]])),
    );
    new OutboxGauges(database, new Machines(database, new TenantRepository(database))).register(registry);
    // What has not happened yet is 0, not missing.
    for (const reason of Object.values(refusals)) this.refused.inc({ reason }, 0);
    for (const channel of channels) for (const outcome in outcomes) this.handedOver.inc({ channel, outcome }, 0);
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

  notified(channel: Channel, outcome: Delivery['kind']): void {
    this.handedOver.inc({ channel, outcome });
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
