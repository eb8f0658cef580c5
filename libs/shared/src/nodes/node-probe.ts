import type pg from 'pg';
import { hangUp } from '../internals/pg.js';
import type { ProbeResult } from './node-circuit.js';

/** Milliseconds that a probe waits at most; its circuit gives it up before. */
const LONGEST_MS = 120_000;

/**
 * Asks one node of a sharded database whether it answers, on a connection made for the question: the coordinator is asked first,
 * so that its silence is none of the node's.
 */
export class NodeProbe {
  private isOver = false;

  /**
   * @param client that is not opened yet @param id whose rows stand on the node
   * @param ended told once, unless the probe is given up first
   */
  constructor(
    private readonly client: pg.Client,
    id: string,
    private readonly ended: (result: ProbeResult) => void,
  ) {
    client.on('error', () => this.end('failed'));
    this.ask(id).then(
      () => this.end('answered'),
      () => this.end('failed'),
    );
  }

  giveUp(): void {
    this.isOver = true;
    hangUp(this.client);
  }

  private async ask(id: string): Promise<void> {
    await this.client.connect();
    // Within a transaction: a pooler may stand between.
    await this.client.query('begin');
    // Where PostgreSQL ends the statement, the coordinator waits for the node all the same, and hears of nothing else.
    await this.client.query('set local statement_timeout = 0');
    // So the coordinator ends a probe that was given up: it is on the way to the node, which is asked on a new connection.
    await this.client.query('set local client_connection_check_interval = 1000');
    const text = 'select 1 from core.users r where r.tenant_id = $1 limit 1';
    await this.client.query({ text, values: [id], query_timeout: LONGEST_MS } as pg.QueryConfig);
  }

  private end(result: ProbeResult): void {
    if (this.isOver) return;
    this.isOver = true;
    hangUp(this.client);
    this.ended(result);
  }
}
