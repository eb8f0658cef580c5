import type { PoolClient } from 'pg';
import type { Context } from './context.js';
import type { EventInterestSource } from './insert-events.js';
import type { Owner } from '../fairness/owner.js';
import type { LateNotices } from './late-notices.js';
import type { Keyring } from '../sealing/sealed.js';
import type { SessionSource } from './session-source.js';
import type { TransactionPreamble } from './transaction-preamble.js';

/** Tells which events are awaited, and is told of those that were committed. */
export interface CommittedEvents {
  /** Whether an event has to be recorded; `asked`: the INSERT asks. @param patterns of which its tenant has to await one */
  awaits(ctx: Context, name: string, patterns: readonly string[]): 'yes' | 'no' | 'asked';
  committed(tenant_id: string): void;
  readonly interests: EventInterestSource | undefined;
}

/** What a transaction takes from its database. */
export interface TransactionSource extends Omit<SessionSource, 'connect'> {
  /** A connection, for which owners wait in turn. @param tenant_id whose rows are asked for */
  connect(owner: Owner, tenant_id: string): Promise<PoolClient>;
  /** @throws unavailable while the tenant's node does not answer */
  requireNode(tenant_id: string): void;
  readonly preamble: TransactionPreamble;
  readonly keyring: Keyring;
  readonly events: CommittedEvents;
  /** Tells other instances behind a commit; without it NOTIFY is of the transaction. */
  readonly late?: LateNotices;
}
