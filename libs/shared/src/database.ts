import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { Context } from './context.js';
import { EventHandlers } from './events/outbox.js';
import type { Keyring } from './sealed.js';
import { Transaction } from './transaction.js';

/** The role every statement of the service runs under: neither owner, superuser nor BYPASSRLS. */
export const APP_ROLE = 'usaha_app';

/**
 * The database as the domain sees it: it opens transactions. It takes an initialised TypeORM DataSource, whose
 * connection pool it uses; entities and their metadata stay TypeORM's.
 */
export class Database {
  /** Who hears of which event: contexts register here when they are composed. */
  readonly events = new EventHandlers();
  private readonly watched = new WeakSet<PoolClient>();

  private constructor(
    readonly dataSource: DataSource,
    readonly keyring: Keyring,
    /** Whether the connection's own role could see past row level security, so that every transaction must lay it down first. */
    readonly isElevated: boolean,
  ) {}

  /** Looks at the connection's role and refuses one that could neither be bound nor laid down. */
  static async over(dataSource: DataSource, keyring: Keyring): Promise<Database> {
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
    return new Database(dataSource, keyring, role.elevated);
  }

  /** @internal What the opening message of a transaction says of the role. */
  get role(): string {
    return this.isElevated ? `; SET LOCAL ROLE ${APP_ROLE}` : '';
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  /** @internal */
  async connect(): Promise<PoolClient> {
    const client = await this.pool.connect();
    if (!this.watched.has(client)) {
      this.watched.add(client);
      // A connection lost while in use rejects its statements, which is how its user learns of it; unheard, the event would end the process.
      client.on('error', () => undefined);
    }
    return client;
  }

  /** How the pool is doing, and how many connections it may have. */
  get poolState(): { total: number; idle: number; waiting: number; most: number } {
    const { totalCount, idleCount, waitingCount, options } = this.pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount, most: options.max };
  }

  /** A transaction of one tenant that opens with its first statement. Whoever asks for it ends it. */
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
}
