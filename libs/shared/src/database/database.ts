import pg, { type Pool, type PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { FairConnectionQueue } from './fair-connection-queue.js';
import { ConnectionWatch, type Loss } from './connection-watch.js';
import { Connections } from './connections.js';
import type { Context } from '../transaction/context.js';
import { Durations } from '../values/durations.js';
import { EventHandlers } from '../events/outbox.js';
import { AskedNodes } from './asked-nodes.js';
import { SHARD_RANGES, ShardMap } from '../nodes/shard-map.js';
import { FruitlessWaits } from './fruitless-waits.js';
import { checkClient } from '../internals/pg.js';
import { poolOf } from '../internals/typeorm.js';
import { preparedStatementNames } from '../wire-protocol/prepared-statement-names.js';
import { TransactionPreamble } from '../transaction/transaction-preamble.js';
import { LateNotices, NOTIFY } from '../transaction/late-notices.js';
import type { Owner } from '../fairness/owner.js';
import type { Keyring } from '../sealing/sealed.js';
import { ShardedTransaction } from '../transaction/sharded-transaction.js';
import { NO_TENANT } from '../values/ids.js';
import { Table, type EntityClass } from '../schema/table.js';
import { databaseTroubleOf } from '../transaction/database-trouble.js';
import type { TransactionOptions } from '../transaction/transaction-options.js';
import { Transaction } from '../transaction/transaction.js';
import { CONNECTION_WAIT_MS, LOCK_WAIT_MS } from './waits.js';
import { RetryPolicy, workIn } from '../transaction/retry.js';

/** An entity, and where its rows lie. */
export interface KnownEntity {
  entity: EntityClass<object>;
  schema: string;
  /** `schema.name` */
  path: string;
  columns: readonly string[];
}

/** The role every statement of the service runs under: neither owner, superuser nor BYPASSRLS. */
export const APP_ROLE = 'usaha_app';

/**
 * Milliseconds without a statement after which PostgreSQL ends a transaction that is still open, unless told
 * otherwise: longer than any piece of work thinks between two statements.
 */
const IDLE_MS = 90_000;

/** The owner that waits for the connections of the service's own work. */
const OWN_WORK = 'the service';

export interface DatabaseOptions {
  /** Milliseconds that a transaction may stay open without a statement before PostgreSQL ends it, and its connection; 0 for ever. */
  idleInTransactionMs?: number;
}

/**
 * The database as the domain sees it: it opens transactions. It takes an initialised TypeORM DataSource, whose
 * connection pool it uses; entities and their metadata stay TypeORM's.
 */
export class Database extends AskedNodes {
  /** The handlers of each event: contexts register here when they are composed. */
  readonly events = new EventHandlers();
  /** How long statements took, and how long pieces of work waited for a connection. */
  readonly durations = { statements: new Durations(), waits: new Durations() };
  /** @internal What each transaction begins with. Never settings of a whole connection: a pooler may stand between. */
  readonly preamble: TransactionPreamble;
  /** Which work is done again, and how often that was. */
  readonly retries = new RetryPolicy();
  /** @internal Of a connection to a worker of a Citus cluster. */
  late?: LateNotices;
  private readonly watched = new WeakSet<PoolClient>();
  private readonly pool: Pool;
  private readonly connections: Connections;
  private readonly line: FairConnectionQueue;
  private readonly watching: ConnectionWatch;
  private readonly fruitless = new FruitlessWaits(() => this.durations.statements.count);
  private lossHandler: (loss: Loss) => void = () => undefined;

  private constructor(
    private readonly dataSource: DataSource,
    readonly keyring: Keyring,
    /** Whether the connection's own role could see past row level security, so that every transaction must lay it down first. */
    readonly isElevated: boolean,
    /** Whether its tables may be spread over several machines (Citus): then a row lock does not outlive the move of its shard. */
    readonly isSharded: boolean,
    idleInTransactionMs: number,
  ) {
    super();
    this.pool = poolOf(dataSource);
    // The pool's own listener goes before the caller has the connection: the end of one just made would have no listener.
    this.pool.on('connect', (client) => this.watch(client));
    this.connections = new Connections(this.pool);
    const { max, statement_timeout } = this.pool.options;
    this.watching = new ConnectionWatch(this.pool, Number(statement_timeout) || null, (loss) => this.lossHandler(loss));
    const connect = () => this.connections.connect();
    this.line = new FairConnectionQueue(max, () => this.watching.trusted(connect));
    this.preamble = TransactionPreamble.for({
      role: isElevated ? APP_ROLE : null,
      isSharded,
      idleInTransactionMs: Math.trunc(idleInTransactionMs),
      lockWaitMs: LOCK_WAIT_MS,
    });
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
    const [role] = await dataSource.query<
      { elevated: boolean; settable: boolean; bound: boolean; sharded: boolean; citus: boolean }[]
    >(
      `select current_user <> '${APP_ROLE}' as elevated,
              exists (select 1 from pg_roles where rolname = '${APP_ROLE}')
                and pg_has_role(current_user, '${APP_ROLE}', 'MEMBER') as settable,
              exists (select 1 from pg_roles where rolname = '${APP_ROLE}' and not rolsuper and not rolbypassrls)
                and not exists (select 1 from pg_class c join pg_roles r on r.oid = c.relowner
                                where r.rolname = '${APP_ROLE}' and c.relkind in ('r', 'p')) as bound,
              to_regclass('pg_dist_node') is not null as sharded,
              to_regclass('pg_catalog.pg_dist_local_group') is not null as citus`,
    );
    if (!role?.bound)
      throw new Error(`The database role ${APP_ROLE} is missing, owns tables, or can bypass row level security`);
    if (role.elevated && !role.settable)
      throw new Error(`The database user may not SET ROLE ${APP_ROLE}; an administrator has to GRANT it`);
    const database = new Database(dataSource, keyring, role.elevated, role.sharded, idleInTransactionMs);
    if (role.citus && (await isWorker(dataSource))) database.notifyLate();
    const client = await database.connect(OWN_WORK);
    try {
      checkClient(client);
    } finally {
      client.release();
    }
    if (role.sharded) database.watchShards(await dataSource.query<object[]>(SHARD_RANGES));
    return database;
  }

  /** The table of an entity: how its rows are read and written. It opens no way to other tenants' rows, as TypeORM's own repositories would. */
  table<T extends object>(entity: EntityClass<T>): Table<T> {
    return Table.of(entity, this.dataSource);
  }

  /** All entities that the data source was made with, and where their rows lie. */
  get entities(): readonly KnownEntity[] {
    return this.dataSource.entityMetadatas.map(({ target, schema = 'public', tableName, columns }) => ({
      entity: target as EntityClass<object>,
      schema,
      path: `${schema}.${tableName}`,
      columns: columns.map(({ propertyName }) => propertyName),
    }));
  }

  /** Closes all connections. Nothing can be asked afterwards. */
  async end(): Promise<void> {
    this.nodes?.close();
    await this.late?.settled();
    await this.dataSource.destroy();
  }

  /**
   * @internal @param owner who waits for it in turn with others: a tenant, or the service's own work
   * @param tenant_id whose rows are asked for
   */
  async connect(owner: Owner, tenant_id = NO_TENANT): Promise<PoolClient> {
    const asked = performance.now();
    const whose = tenant_id === NO_TENANT ? undefined : tenant_id;
    const client = await this.line.take(owner, whose).catch((error: unknown) => {
      if (databaseTroubleOf(error) !== 'node_silent') this.fruitless.add();
      throw error;
    });
    this.durations.waits.since(asked);
    this.watch(client);
    return client;
  }

  /** Whether work waits in vain: no connection for one wait after the other, and no statement that was answered meanwhile. */
  get isStuck(): boolean {
    return this.fruitless.areMany;
  }

  /** Told when connections are given up because nothing comes back on them. */
  onLoss(handler: (loss: Loss) => void): void {
    this.lossHandler = handler;
  }

  /** Told when other instances could not be told of a change at once, at a worker of a sharded database. */
  onUntold(handler: (error: unknown) => void): void {
    this.late?.onFailure(handler);
  }

  /** The caller's own connection was not answered, and a newer one was: those that were made before are not trusted any more. @param since when it was lost (`performance.now()`) */
  outlived(since?: number): void {
    this.watching.outlived(since);
  }

  /** How the pool is doing, and how many connections it may have. */
  get poolState(): { total: number; idle: number; waiting: number; most: number } {
    const { totalCount, idleCount, waitingCount, options } = this.pool;
    const waiting = waitingCount + this.line.waiting + this.connections.refused;
    return { total: totalCount, idle: idleCount, waiting, most: options.max };
  }

  /**
   * A connection like those of the pool, but outside it, that is not opened yet: for what has to work while the pool is
   * exhausted. The caller opens and closes it.
   * @param name by which PostgreSQL lists it
   */
  dedicatedConnection(name: string): pg.Client {
    const { options } = this.pool;
    // The pool hides the password from code that copies its options.
    const { password } = options;
    return new pg.Client({ ...options, password, application_name: name, query_timeout: CONNECTION_WAIT_MS });
  }

  /** How many statements this process keeps prepared on each connection that has sent them all. */
  get statementsKept(): number {
    return preparedStatementNames.size;
  }

  /** A transaction of one tenant that opens with its first statement. The caller ends it. */
  transaction(tenant_id: string, options?: TransactionOptions): Transaction {
    return new (this.isSharded ? ShardedTransaction : Transaction)(this, tenant_id, options);
  }

  /**
   * Does a piece of work in one transaction: committed when it returns, rolled back when it throws. It is done again in another one after
   * a deadlock, a serialization failure or a generated key that is taken (`RetryPolicy`).
   */
  work<T>(who: Omit<Context, 'db'>, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.workIn(who, {}, work);
  }

  /**
   * The same for what is meant to read only: what it reads together is a separate transaction, whose end is in its packet.
   * @param owner whose turn it is; the tenant alone unless told
   */
  read<T>(who: Omit<Context, 'db'>, work: (ctx: Context) => Promise<T>, owner?: Owner): Promise<T> {
    return this.workIn(who, { owner, reads: true }, work);
  }

  /** The same for what is read in many statements and has to be of one moment; the transaction writes nothing. */
  snapshot<T>(who: Omit<Context, 'db'>, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.workIn(who, { owner: OWN_WORK, snapshot: true }, work);
  }

  /** The same for what the service does unasked: it waits in a separate line, not in that of the tenant it is done for. */
  job<T>(who: Omit<Context, 'db'>, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.workIn(who, { owner: OWN_WORK }, work);
  }

  private notifyLate(): void {
    this.late = new LateNotices(async (channel, payload) => {
      const transaction = this.transaction(NO_TENANT, { owner: OWN_WORK });
      try {
        transaction.enqueue(NOTIFY, [channel, payload]);
        await transaction.commit();
      } catch (error) {
        await transaction.rollback();
        throw error;
      }
    });
  }

  private workIn<T>(
    who: Omit<Context, 'db'>,
    options: TransactionOptions,
    work: (ctx: Context) => Promise<T>,
  ): Promise<T> {
    return workIn(() => this.transaction(who.tenant_id, options), this.retries, who, work);
  }

  private watchShards(ranges: readonly object[]): void {
    const noTenant = { tenant_id: NO_TENANT, actor: null, now: new Date(0) };
    this.line.nodes = this.watchNodes(ranges, {
      most: this.pool.options.max,
      load: () => this.job(noTenant, async (ctx) => ShardMap.of(await ctx.db.read(SHARD_RANGES))),
      connection: () => this.dedicatedConnection('usaha nodes'),
      looked: () => this.line.admitWaiting(),
    });
  }

  private watch(client: PoolClient): void {
    if (this.watched.has(client)) return;
    this.watched.add(client);
    // A connection lost while in use rejects its statements, which is how its user learns of it; unheard, the event would end the process.
    client.on('error', () => undefined);
  }
}

/** @param dataSource of a database with Citus */
async function isWorker(dataSource: DataSource): Promise<boolean> {
  const [local] = await dataSource.query<{ groupid: number }[]>('select groupid from pg_dist_local_group');
  return local !== undefined && local.groupid !== 0;
}
