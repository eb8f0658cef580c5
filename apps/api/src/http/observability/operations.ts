import type { Express, Request, Response } from 'express';
import { unauthenticated } from '@usaha/shared';
import { build } from '../../build.js';
import { messages } from '../messages.js';
import { mayScrape } from './metrics-access.js';
import type { Metrics } from './metrics.js';
import type { Readiness } from './readiness.js';

/** How `/metrics` is served on the port of the service. */
export interface MetricsHere {
  /** What a scrape has to present as its bearer token; null: nothing. */
  token: string | null;
}

/** What no consumer calls, outside both prefixes: is it alive, is it ready, how is it doing. @param here null: figures are served elsewhere */
export function serveOperations(app: Express, readiness: Readiness, metrics: Metrics, here: MetricsHere | null): void {
  app.get('/health/live', (_request: Request, response: Response) => {
    response.json({ status: 'up', ...build });
  });

  app.get('/health/ready', (_request: Request, response: Response) => {
    void readiness
      .look()
      .then((health) => response.status(health.status === 'up' ? 200 : 503).json({ ...health, ...build }));
  });

  if (here === null) return;
  const isLetIn = mayScrape(here.token);
  app.get('/metrics', (request: Request, response: Response, next: (error: unknown) => void) => {
    if (!isLetIn(request.headers.authorization)) return next(unauthenticated(messages.tokenNeeded()));
    metrics.text().then((text) => response.type(metrics.contentType).send(text), next);
  });
}
