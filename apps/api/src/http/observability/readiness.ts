import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT } from '@usaha/shared';
import { pendingMigrations } from '@usaha/shared/operation';
import { askClockOffset } from '../../database/clock-offset.js';
import { migrations } from '../../database/persistence.js';
import { DistributionCheck } from './distribution-check.js';
import { MachineCheck, type MachinesUp } from './machine-check.js';
import { OwnConnection } from './own-connection.js';
import { WriteProbe, type Writes } from './write-probe.js';

/** A load balancer asks every few seconds, and takes no answer for a no. */
const LIMIT_MS = 2_000;

/** After which a second connection is asked as well: the first may lead to a host that is not there any more. */
const DOUBT_MS = 1_000;

/** So often the connection is asked something between the requests for readiness. */
const BEAT_MS = 5_000;

/** SQLSTATE too_many_connections. */
const TOO_MANY = '53300';

/**
 * What `/health/ready` says. The instance must not be taken out for `busy`: requests wait for a connection; nor for `part`:
 * machines of a sharded database do not answer, and with them their tenants cannot be served, by no other instance either.
 */
export interface Health {
  status: 'up' | 'down';
  database: 'up' | 'busy' | 'part' | 'down';
  migrations: 'done' | 'pending' | 'unknown';
  /** Why what is written could not be kept; without it, it can. */
  writes?: Exclude<Writes, 'up'>;
  /** Of a sharded database. */
  machines?: MachinesUp;
  /** Where its workers lack tables or functions: what asks those fails, and all else is served. */
  distribution?: 'pending';
  stopping?: true;
}

/**
 * Tells whether the service can do its work. It asks the database on a dedicated connection outside the pool, which is kept open
 * and made again where it was lost: a pool that is exhausted says nothing about the database.
 */
@Injectable()
export class Readiness {
  private readonly connection: OwnConnection;
  private readonly probe = new WriteProbe();
  /** How many migrations have not run, as was last seen. */
  private seen: number | null = null;
  private looking?: Promise<Health>;
  private offset: number | null = null;
  private beat?: NodeJS.Timeout;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly machines: MachineCheck,
    private readonly distribution: DistributionCheck,
  ) {
    this.connection = new OwnConnection(database, {
      name: 'usaha ready',
      limitMs: LIMIT_MS,
      doubtMs: DOUBT_MS,
      outlived: (since) => database.outlived(since),
    });
  }

  /** Looks every few seconds whether older connections still lead somewhere, until it is closed. */
  start(): void {
    const listen = async (): Promise<void> => {
      const asked = this.connection.ask((database) => askClockOffset((text) => database.query(text)));
      this.offset = await asked.catch(() => null);
    };
    this.beat ??= setInterval(() => void listen(), BEAT_MS).unref();
    void listen();
  }

  /** By how many seconds PostgreSQL's clock is ahead of this machine's, as it was told last; null where it was not. */
  get clockOffset(): number | null {
    return this.offset;
  }

  /** Says from here on that the process is on its way out: then it is not ready any more. */
  announceStop(): void {
    this.isStopping = true;
  }

  /** Answers within two seconds; those who ask at once get one answer. */
  async look(): Promise<Health> {
    this.looking ??= this.judge().finally(() => (this.looking = undefined));
    const health = await this.looking;
    return this.isStopping ? { ...health, status: 'down', stopping: true } : health;
  }

  /** How many migrations have not run; null where the database does not say. */
  async pending(): Promise<number | null> {
    const { migrations: known } = await this.look();
    return known === 'unknown' ? null : this.seen;
  }

  /** Closes its connections. */
  close(): void {
    clearInterval(this.beat);
    this.connection.close();
    this.machines.close();
  }

  private async judge(): Promise<Health> {
    const { waiting, total } = this.database.poolState;
    try {
      const [[pending, writes, distribution], machines] = await Promise.all([
        this.connection.ask(
          async (asked) =>
            [
              await pendingMigrations(asked, migrations),
              await this.probe.look(asked),
              await this.distribution.look(asked),
            ] as const,
        ),
        this.machines.look(),
        this.database.isStuck ? this.askPool() : null,
      ]);
      this.seen = pending.length;
      const done = pending.length === 0 ? 'done' : 'pending';
      const reached = machines && machines.down > 0 ? (machines.up > 0 ? 'part' : 'down') : 'up';
      const database = reached === 'up' && waiting > 0 ? 'busy' : reached;
      const status = done === 'done' && database !== 'down' && writes === 'up' ? 'up' : 'down';
      return {
        status,
        database,
        migrations: done,
        ...(writes !== 'up' && { writes }),
        ...(machines && { machines }),
        ...(distribution === 'pending' && { distribution }),
      };
    } catch (error) {
      // All of the server's connections are taken: not least by the pool, which goes on with those that it has.
      if ((error as { code?: unknown }).code === TOO_MANY && total > 0)
        return { status: 'up', database: 'busy', migrations: 'unknown' };
      // That the database does not answer is the answer.
      return { status: 'down', database: 'down', migrations: 'unknown' };
    }
  }

  /** No request has had an answer for a while: one more is tried. @throws where it is not answered either */
  private async askPool(): Promise<void> {
    const noTenant = { tenant_id: NO_TENANT, actor: null, now: new Date() };
    const asked = this.database.job(noTenant, (ctx) => ctx.db.read('select 1'));
    let late: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, fail) => {
      late = setTimeout(() => fail(new Error('The pool does not answer')), LIMIT_MS);
    });
    await Promise.race([asked, limit]).finally(() => clearTimeout(late));
  }
}
