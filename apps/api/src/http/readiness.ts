import { pendingMigrations, type Database } from '@usaha/shared';
import { migrations } from '../persistence.js';
import type { MachineCheck, MachinesUp } from './machine-check.js';
import { OwnConnection } from './own-connection.js';

/** A load balancer asks every few seconds, and takes no answer for a no. */
const LIMIT_MS = 2_000;

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
  /** Of a sharded database. */
  machines?: MachinesUp;
  stopping?: true;
}

/**
 * Whether the service can do its work. It asks the database on a connection of its own beside the pool, which is kept open
 * and made anew where it was lost: a pool that is exhausted says nothing about the database.
 */
export class Readiness {
  private readonly connection: OwnConnection;
  private looking?: Promise<Health>;

  constructor(
    private readonly database: Database,
    private readonly isStopping: () => boolean,
    private readonly machines?: MachineCheck,
  ) {
    this.connection = new OwnConnection(database, 'usaha ready', LIMIT_MS);
  }

  /** Answers within two seconds; those who ask at once get one answer. */
  async look(): Promise<Health> {
    this.looking ??= this.judge().finally(() => (this.looking = undefined));
    const health = await this.looking;
    return this.isStopping() ? { ...health, status: 'down', stopping: true } : health;
  }

  /** Closes its connections. */
  close(): void {
    this.connection.close();
    this.machines?.close();
  }

  private async judge(): Promise<Health> {
    const { waiting, total } = this.database.poolState;
    try {
      const [pending, machines] = await Promise.all([
        this.connection.ask((database) => pendingMigrations(database, migrations)),
        this.machines?.look() ?? null,
      ]);
      const done = pending.length === 0 ? 'done' : 'pending';
      const reached = machines && machines.down > 0 ? (machines.up > 0 ? 'part' : 'down') : 'up';
      const database = reached === 'up' && waiting > 0 ? 'busy' : reached;
      const status = done === 'done' && database !== 'down' ? 'up' : 'down';
      return { status, database, migrations: done, ...(machines && { machines }) };
    } catch (error) {
      // All of the server's connections are taken: not least by the pool, which goes on with those that it has.
      if ((error as { code?: unknown }).code === TOO_MANY && total > 0)
        return { status: 'up', database: 'busy', migrations: 'unknown' };
      // That the database does not answer is the answer.
      return { status: 'down', database: 'down', migrations: 'unknown' };
    }
  }
}
