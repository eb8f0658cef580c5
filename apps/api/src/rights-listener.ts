import pg from 'pg';
import type { Logger } from 'pino';
import { RIGHTS_CHANNEL, type RightsCache, type RightsChange } from '@usaha/core';

const RETRY_MS = 1_000;

/**
 * Hears from other instances whose rights changed. While its connection is down the cache is not used, so that a
 * lost message can make no rights outlive a second.
 */
export class RightsListener {
  private client?: pg.Client;
  private retry?: NodeJS.Timeout;
  private stopped = false;

  constructor(
    private readonly url: string,
    private readonly cache: RightsCache,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      keepAlive: true,
      application_name: 'usaha listen',
      connectionTimeoutMillis: 5_000,
    });
    this.client = client;
    client.on('notification', ({ payload }) => this.cache.forget(JSON.parse(payload ?? '{}') as RightsChange));
    client.on('error', (error) => this.lost(client, error));
    client.on('end', () => this.lost(client));
    try {
      await client.connect();
      await client.query(`LISTEN ${RIGHTS_CHANNEL}`);
      this.cache.setListening(true);
    } catch (error) {
      this.lost(client, error as Error);
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    this.cache.setListening(false);
    const client = this.client;
    this.client = undefined;
    await client?.end();
  }

  private lost(client: pg.Client, error?: Error): void {
    if (this.stopped || this.client !== client) return;
    this.client = undefined;
    this.cache.setListening(false);
    this.logger.warn(
      { err: error },
      'the LISTEN connection is down; rights are read anew for every request until it is back',
    );
    client.end().catch(() => undefined); // it is lost already
    this.retry = setTimeout(() => void this.start(), RETRY_MS);
  }
}
