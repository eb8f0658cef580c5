import type { PoolClient } from 'pg';
import type { Owner } from '../fairness/owner.js';
import type { Keyring } from '../sealing/sealed.js';
import type { SessionSource } from './session.js';
import type { TransactionPreamble } from './transaction-preamble.js';

/** Tells which events have a handler, and is told of those that were committed. */
export interface CommittedEvents {
  /** Whether an event waits for a handler: an event without one is stored as handled. */
  awaits(event: string): boolean;
  committed(tenant_id: string): void;
}

/** What a transaction takes from its database. */
export interface TransactionSource extends Omit<SessionSource, 'connect'> {
  /** A connection, for which owners wait in turn. */
  connect(owner: Owner): Promise<PoolClient>;
  readonly preamble: TransactionPreamble;
  readonly keyring: Keyring;
  readonly events: CommittedEvents;
}
