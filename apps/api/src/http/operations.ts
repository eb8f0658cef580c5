import type { Express, Request, Response } from 'express';
import type { Metrics } from './metrics.js';
import type { Readiness } from './readiness.js';

/** What no consumer calls, outside both prefixes: is it alive, is it ready, how is it doing. */
export function serveOperations(app: Express, readiness: Readiness, metrics: Metrics): void {
  app.get('/health/live', (_request: Request, response: Response) => {
    response.json({ status: 'up' });
  });

  app.get('/health/ready', (_request: Request, response: Response) => {
    void readiness.look().then((health) => response.status(health.status === 'up' ? 200 : 503).json(health));
  });

  app.get('/metrics', (_request: Request, response: Response, next: (error: unknown) => void) => {
    metrics.registry.metrics().then((text) => response.type(metrics.registry.contentType).send(text), next);
  });
}
