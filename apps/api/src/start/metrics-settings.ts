import type { Reader } from './config-reader.js';

/** The port that exporters of Prometheus have by default, in production. */
const DEFAULT_PORT = 9_464;
const MIN_TOKEN = 32;

/** Where figures are served, and to whom. */
export interface MetricsSettings {
  /** null: on the port of the service. */
  port: number | null;
  /** Whether METRICS_PORT says so: then a start without it is none. */
  isStated: boolean;
  host: string;
  /** What a scrape has to present as its bearer token; null: nothing. */
  token: string | null;
  /** Milliseconds that a rendering is kept. */
  keptMs: number;
}

/** In production figures are on a separate port, for this machine alone, unless a token guards them on that of the service. */
export function metricsSettings(read: Reader, production: boolean): MetricsSettings {
  const stated = read.integer('METRICS_PORT', null, 0, 65_535);
  const token = read.text('METRICS_TOKEN') ?? null;
  if (token !== null && !(token.length >= MIN_TOKEN && /^[\x21-\x7e]+$/.test(token)))
    read.problems.push(`METRICS_TOKEN must have at least ${MIN_TOKEN} characters of ASCII, and no spaces`);
  const keptMs = read.integer('METRICS_KEPT_MS', 5_000, 0, 60_000);
  if (production && keptMs < 5_000)
    read.problems.push('METRICS_KEPT_MS below 5000 is for tests only, not for production');
  return {
    port: stated ?? (production && token === null ? DEFAULT_PORT : null),
    isStated: stated !== null,
    host: read.text('METRICS_HOST') ?? '127.0.0.1',
    token,
    keptMs,
  };
}
