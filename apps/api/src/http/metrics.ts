import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Database } from '@usaha/shared';

/** Metrics for Prometheus: requests by route template, the connection pool, the process and its event loop. */
export class Metrics {
  readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route template and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  constructor(database: Database) {
    collectDefaultMetrics({ register: this.registry });
    const pool = new Gauge({
      name: 'database_pool_connections',
      help: 'Connections of the pool, and requests waiting for one',
      labelNames: ['state'] as const,
      registers: [this.registry],
      collect() {
        const { total, idle, waiting } = database.poolState;
        this.set({ state: 'busy' }, total - idle);
        this.set({ state: 'idle' }, idle);
        this.set({ state: 'waiting' }, waiting);
      },
    });
    const statements = new Gauge({
      name: 'database_prepared_statements',
      help: 'Statements that are kept prepared on each connection, once it has sent all of them',
      registers: [this.registry],
      collect() {
        this.set(database.statementsKept);
      },
    });
    void [pool, statements];
  }

  observe(method: string, route: string | undefined, status: number, seconds: number): void {
    this.requests.observe({ method, route: route ?? 'none', status }, seconds);
  }
}
