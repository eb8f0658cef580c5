import type { PoolClient } from 'pg';
import type { EventHandlers } from '../events/outbox.js';
import type { Owner } from '../fairness/owner.js';
import type { Keyring } from '../sealing/sealed.js';
import type { SessionSource } from './session.js';
import type { TransactionPreamble } from './transaction-preamble.js';

/** Tells which events are awaited, and is told of those that were committed. */
export type CommittedEvents = Pick<EventHandlers, 'awaits' | 'committed' | 'interests'>;

/** What a transaction takes from its database. */
export interface TransactionSource extends Omit<SessionSource, 'connect'> {
  /** A connection, for which owners wait in turn. */
  connect(owner: Owner): Promise<PoolClient>;
  readonly preamble: TransactionPreamble;
  readonly keyring: Keyring;
  readonly events: CommittedEvents;
}
