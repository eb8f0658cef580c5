import pg from 'pg';
import type { Logger } from 'pino';
import { RIGHTS_CHANNEL, type RightsCache, type RightsChange } from '@usaha/core';
import { KEEP_ALIVE_MS, hangUp } from '@usaha/shared/operation';
import { coordinatorOf, queryableOf } from './coordinator-url.js';
import { addressOf, atNode } from './database-url.js';

const RETRY_MS = 1_000;
/** So often the connection is asked whether it is still there: a host that has vanished says nothing. */
const BEAT_MS = 5_000;
const ANSWER_MS = 3_000;

/**
 * Hears from other instances whose rights changed; at a worker of a Citus cluster it goes on to the coordinator, where all notify. While its connection is down the cache is not used, so that a
 * lost message can make no rights outlive a second.
 */
export class RightsListener {
  private client?: pg.Client;
  private retry?: NodeJS.Timeout;
  private beat?: NodeJS.Timeout;
  private stopped = false;

  constructor(
    private readonly url: string,
    private readonly cache: RightsCache,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    await this.listenAt(this.url, true);
  }

  /** @param mayGoOn whether a worker may be there, which names the coordinator */
  private async listenAt(url: string, mayGoOn: boolean): Promise<void> {
    if (this.stopped) return;
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: 'usaha listen',
      connectionTimeoutMillis: 5_000,
      query_timeout: ANSWER_MS,
    });
    this.client = client;
    client.on('notification', ({ payload }) => this.cache.forget(JSON.parse(payload ?? '{}') as RightsChange));
    client.on('error', (error) => this.lost(client, error));
    client.on('end', () => this.lost(client));
    try {
      await client.connect();
      const coordinator = await coordinatorOf(queryableOf(client));
      if (coordinator && mayGoOn) {
        this.client = undefined;
        await client.end();
        return await this.listenAt(atNode(url, coordinator), false);
      }
      if (coordinator) throw new Error(`${addressOf(url)} is no coordinator`);
      await client.query(`LISTEN ${RIGHTS_CHANNEL}`);
      this.cache.setListening(true);
      this.beat = setInterval(() => void this.ask(client), BEAT_MS).unref();
    } catch (error) {
      this.lost(client, error as Error);
    }
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.retry);
    clearInterval(this.beat);
    this.cache.setListening(false);
    const client = this.client;
    this.client = undefined;
    if (client) hangUp(client);
  }

  private async ask(client: pg.Client): Promise<void> {
    try {
      await client.query('select 1');
    } catch (error) {
      this.lost(client, error as Error);
    }
  }

  private lost(client: pg.Client, error?: Error): void {
    if (this.stopped || this.client !== client) return;
    this.client = undefined;
    clearInterval(this.beat);
    this.cache.setListening(false);
    this.logger.warn(
      { err: error },
      'the LISTEN connection is down; rights are read for every request until it is back',
    );
    hangUp(client);
    this.retry = setTimeout(() => void this.start(), RETRY_MS);
  }
}
