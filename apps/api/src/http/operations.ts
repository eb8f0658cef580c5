import type { Express, Request, Response } from 'express';
import type { Database } from '@usaha/shared';
import { pendingMigrations } from '@usaha/shared';
import { migrations } from '../persistence.js';
import type { Metrics } from './metrics.js';

/** What no consumer calls, outside both prefixes: is it alive, is it ready, how is it doing. */
export function serveOperations(app: Express, database: Database, metrics: Metrics, isStopping: () => boolean): void {
  app.get('/health/live', (_request: Request, response: Response) => {
    response.json({ status: 'up' });
  });

  app.get('/health/ready', (_request: Request, response: Response) => {
    void readiness(database, isStopping()).then((health) =>
      response.status(health.status === 'up' ? 200 : 503).json(health),
    );
  });

  app.get('/metrics', (_request: Request, response: Response, next: (error: unknown) => void) => {
    metrics.registry.metrics().then((text) => response.type(metrics.registry.contentType).send(text), next);
  });
}

interface Health {
  status: 'up' | 'down';
  database: 'up' | 'down';
  migrations: 'done' | 'pending' | 'unknown';
  stopping?: true;
}

async function readiness(database: Database, stopping: boolean): Promise<Health> {
  try {
    const pending = await pendingMigrations(database.dataSource, migrations);
    const up = pending.length === 0 && !stopping;
    return {
      status: up ? 'up' : 'down',
      database: 'up',
      migrations: pending.length === 0 ? 'done' : 'pending',
      ...(stopping ? { stopping } : {}),
    };
  } catch {
    // That the database does not answer is the answer.
    return { status: 'down', database: 'down', migrations: 'unknown' };
  }
}
