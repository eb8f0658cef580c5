import type { Owner } from '../fairness/owner.js';

/** What a transaction is told about itself. */
export interface TransactionOptions {
  /** The owner that waits for its connection, and wherever it waits, in turn with others; the tenant unless told. */
  owner?: Owner;
  /**
   * It is meant to read only: what is read together in one turn of the event loop is a separate transaction, whose end is in its
   * packet. With the first statement that writes, locks or sets something it is one like all others.
   */
  reads?: boolean;
  /** All its statements see the database as it was at the first of them, and it writes nothing: REPEATABLE READ, READ ONLY. */
  snapshot?: boolean;
}
