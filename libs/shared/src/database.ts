import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { Context } from './context.js';
import { Durations } from './durations.js';
import { EventHandlers } from './events/outbox.js';
import { checkClient } from './insides/pg.js';
import { poolOf } from './insides/typeorm.js';
import type { Keyring } from './sealed.js';
import { Transaction } from './transaction.js';

/** The role every statement of the service runs under: neither owner, superuser nor BYPASSRLS. */
export const APP_ROLE = 'usaha_app';

/**
 * After so many milliseconds without a statement PostgreSQL ends a transaction that is still open, unless told
 * otherwise: longer than any piece of work thinks between two statements.
 */
const IDLE_MS = 90_000;

export interface DatabaseOptions {
  /** Milliseconds that a transaction may stay open without a statement before PostgreSQL ends it, and its connection; 0 for ever. */
  idleInTransactionMs?: number;
}

/**
 * The database as the domain sees it: it opens transactions. It takes an initialised TypeORM DataSource, whose
 * connection pool it uses; entities and their metadata stay TypeORM's.
 */
export class Database {
  /** Who hears of which event: contexts register here when they are composed. */
  readonly events = new EventHandlers();
  /** How long statements took, and how long pieces of work waited for a connection. */
  readonly durations = { statements: new Durations(), waits: new Durations() };
  /** @internal What the opening message of a transaction says after its tenant. Never of a whole connection: a pooler may stand between. */
  readonly settings: string;
  private readonly watched = new WeakSet<PoolClient>();
  private readonly pool: Pool;

  private constructor(
    readonly dataSource: DataSource,
    readonly keyring: Keyring,
    /** Whether the connection's own role could see past row level security, so that every transaction must lay it down first. */
    readonly isElevated: boolean,
    idleInTransactionMs: number,
  ) {
    this.pool = poolOf(dataSource);
    // The pool's own listener goes before the caller has the connection: the end of one just made would have no listener.
    this.pool.on('connect', (client) => this.watch(client));
    const idle = `; SET LOCAL idle_in_transaction_session_timeout = ${Math.trunc(idleInTransactionMs)}`;
    this.settings = idle + (isElevated ? `; SET LOCAL ROLE ${APP_ROLE}` : '');
  }

  /**
   * Looks at the connection's role and refuses one that could neither be bound nor laid down; looks, too, whether the
   * installed releases of TypeORM and pg have inside what is used of them.
   */
  static async over(
    dataSource: DataSource,
    keyring: Keyring,
    { idleInTransactionMs = IDLE_MS }: DatabaseOptions = {},
  ): Promise<Database> {
    poolOf(dataSource);
    const [role] = await dataSource.query<{ elevated: boolean; settable: boolean; bound: boolean }[]>(
      `select current_user <> '${APP_ROLE}' as elevated,
              exists (select 1 from pg_roles where rolname = '${APP_ROLE}')
                and pg_has_role(current_user, '${APP_ROLE}', 'MEMBER') as settable,
              exists (select 1 from pg_roles where rolname = '${APP_ROLE}' and not rolsuper and not rolbypassrls)
                and not exists (select 1 from pg_class c join pg_roles r on r.oid = c.relowner
                                where r.rolname = '${APP_ROLE}' and c.relkind in ('r', 'p')) as bound`,
    );
    if (!role?.bound)
      throw new Error(`The database role ${APP_ROLE} is missing, owns tables, or can bypass row level security`);
    if (role.elevated && !role.settable)
      throw new Error(`The database user may not SET ROLE ${APP_ROLE}; an administrator has to GRANT it`);
    const database = new Database(dataSource, keyring, role.elevated, idleInTransactionMs);
    const client = await database.connect();
    try {
      checkClient(client);
    } finally {
      client.release();
    }
    return database;
  }

  /** @internal */
  async connect(): Promise<PoolClient> {
    const asked = performance.now();
    const client = await this.pool.connect();
    this.durations.waits.since(asked);
    this.watch(client);
    return client;
  }

  /** How the pool is doing, and how many connections it may have. */
  get poolState(): { total: number; idle: number; waiting: number; most: number } {
    const { totalCount, idleCount, waitingCount, options } = this.pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount, most: options.max };
  }

  /** A transaction of one tenant that opens with its first statement. The caller ends it. */
  transaction(tenant_id: string): Transaction {
    return new Transaction(this, tenant_id);
  }

  /** Does a piece of work in one transaction: committed when it returns, rolled back when it throws. */
  async work<T>(who: Omit<Context, 'db'>, work: (ctx: Context) => Promise<T>): Promise<T> {
    const db = this.transaction(who.tenant_id);
    try {
      const result = await work({ ...who, db });
      await db.commit();
      return result;
    } catch (error) {
      await db.rollback();
      throw error;
    }
  }

  private watch(client: PoolClient): void {
    if (this.watched.has(client)) return;
    this.watched.add(client);
    // A connection lost while in use rejects its statements, which is how its user learns of it; unheard, the event would end the process.
    client.on('error', () => undefined);
  }
}
