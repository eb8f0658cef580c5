import { isUuid, NO_TENANT } from '../values/ids.js';
import { preserialised, type Preserialised } from '../wire-protocol/preserialised.js';
import { preparedStatementNames } from '../wire-protocol/prepared-statement-names.js';

/** @throws where that is no uuid: it stands in the text of a statement */
export const tenantSetting = (tenant_id: string): string => {
  if (!isUuid(tenant_id)) throw new Error('A tenant is named by a uuid');
  return `SET LOCAL app.tenant_id = '${tenant_id}'`;
};

/** For a command that goes over all tenants on a separate connection, outside any request: opens the platform's door for one transaction. */
export const platformSetting = "SET LOCAL app.platform = 'on'";

/** How transactions of a database begin. */
export interface PreambleOptions {
  /** Milliseconds without a statement after which PostgreSQL ends it; 0: never. */
  idleInTransactionMs: number;
  /** Milliseconds that it waits for a lock. */
  lockWaitMs: number;
  /** That is laid down for each, where the connection's own could see more. */
  role: string | null;
  /** Whether the settings have to be SETs, which alone a cluster passes on to its other machines. */
  isSharded: boolean;
}

/** What transactions begin with: BEGIN, the tenant that row level security compares with, and settings that are the same for all. */
export abstract class TransactionPreamble {
  static for(options: PreambleOptions): TransactionPreamble {
    return options.isSharded ? new PreambleOfCluster(options) : new PreambleOfServer(options);
  }

  /** @param isSnapshot see `TransactionOptions.snapshot` @throws where the tenant is not named by a uuid */
  abstract of(tenant_id: string, isSnapshot?: boolean): Preserialised;
}

const BEGIN = 'BEGIN';
const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

// A value of the whole connection, set by any code, must not open the platform's door.
const SHUT = '';

/** All in one statement that is kept prepared, at little more than half of what PostgreSQL takes for SETs. */
class PreambleOfServer extends TransactionPreamble {
  private readonly begin: Preserialised;
  private readonly beginSnapshot: Preserialised;
  private readonly text: string;
  private readonly name?: string;

  constructor({ role, idleInTransactionMs, lockWaitMs }: PreambleOptions) {
    super();
    const asRole = role === null ? [] : [`SET LOCAL ROLE ${role}`];
    this.begin = preserialised(BEGIN, ...asRole);
    this.beginSnapshot = preserialised(BEGIN_SNAPSHOT, ...asRole);
    const settings = {
      'app.tenant_id': '$1',
      'app.platform': `'${SHUT}'`,
      idle_in_transaction_session_timeout: `'${idleInTransactionMs}'`,
      lock_timeout: `'${lockWaitMs}'`,
    };
    const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', ${value}, true)`);
    // Each is set, in any order, and no row comes back.
    this.text = `select where ${set.join(' || ')} is null`;
    this.name = preparedStatementNames.of(this.text);
  }

  of(tenant_id: string, isSnapshot = false): Preserialised {
    if (!isUuid(tenant_id)) throw new Error('A tenant is named by a uuid');
    const { bytes, commands } = isSnapshot ? this.beginSnapshot : this.begin;
    return { bytes, commands: commands + 1, text: this.text, name: this.name, values: [tenant_id] };
  }
}

/** Statements in which a tenant stands. */
interface Pattern {
  begin: Preserialised;
  /** Of the tenant among the bytes. */
  place: number;
}

const patternOf = (...texts: string[]): Pattern => {
  const begin = preserialised(...texts);
  return { begin, place: begin.bytes.indexOf(NO_TENANT) };
};

/** The bytes are made once, and the tenant is put into them. */
class PreambleOfCluster extends TransactionPreamble {
  private readonly usual: Pattern;
  private readonly snapshot: Pattern;

  constructor({ role, idleInTransactionMs, lockWaitMs }: PreambleOptions) {
    super();
    const settings = [
      tenantSetting(NO_TENANT),
      `SET LOCAL app.platform = '${SHUT}'`,
      `SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
      `SET LOCAL lock_timeout = ${lockWaitMs}`,
      ...(role === null ? [] : [`SET LOCAL ROLE ${role}`]),
    ];
    this.usual = patternOf(BEGIN, ...settings);
    this.snapshot = patternOf(BEGIN_SNAPSHOT, ...settings);
  }

  of(tenant_id: string, isSnapshot = false): Preserialised {
    if (!isUuid(tenant_id)) throw new Error('A tenant is named by a uuid');
    const { begin, place } = isSnapshot ? this.snapshot : this.usual;
    const bytes = Buffer.from(begin.bytes);
    bytes.write(tenant_id, place, 'latin1');
    return { ...begin, text: `BEGIN, as ${tenant_id}`, bytes };
  }
}
