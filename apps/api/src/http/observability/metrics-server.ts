import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from '@usaha/embedded-postgres/start-error';
import type { MetricsSettings } from '../../start/metrics-settings.js';
import { mayScrape } from './metrics-access.js';
import type { Metrics } from './metrics.js';

/** Scrapers are few, and ask for one thing. */
const MOST_CONNECTIONS = 32;
const LIMIT_MS = 10_000;

/** A separate listener for `GET /metrics`, apart from that of clients. */
export class MetricsServer {
  private constructor(private readonly server: Server) {}

  /**
   * @param warn told in one line where the default port is taken
   * @returns null where it does not listen @throws StartError where it cannot listen on the port that is stated
   */
  static async listen(
    metrics: Metrics,
    { port, host, isStated, token }: MetricsSettings,
    warn: (line: string) => void,
  ): Promise<MetricsServer | null> {
    if (port === null) return null;
    const server = createServer({ requestTimeout: LIMIT_MS, headersTimeout: LIMIT_MS }, answerOf(metrics, token));
    server.maxConnections = MOST_CONNECTIONS;
    try {
      server.listen({ port, host });
      await once(server, 'listening');
    } catch (error) {
      const line = `Metrics cannot be served on port ${port} of ${host} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`;
      if (isStated) throw new StartError(`${line}; set another METRICS_PORT or METRICS_HOST`, { cause: error });
      warn(`${line}; set another METRICS_PORT to serve them`);
      return null;
    }
    return new MetricsServer(server);
  }

  /** Where it listens. */
  get address(): string {
    const { address, port, family } = this.server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

function answerOf(metrics: Metrics, token: string | null) {
  const isLetIn = mayScrape(token);
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { method = '', url = '', headers } = request;
    const refuse = (status: number, more: Record<string, string> = {}) =>
      void response.writeHead(status, { 'Content-Length': 0, ...more }).end();
    if (url.split('?', 1)[0] !== '/metrics') return refuse(404);
    if (method !== 'GET' && method !== 'HEAD') return refuse(405, { Allow: 'GET, HEAD' });
    if (!isLetIn(headers.authorization)) return refuse(401, { 'WWW-Authenticate': 'Bearer realm="usaha metrics"' });
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => refuse(500),
    );
  };
}
