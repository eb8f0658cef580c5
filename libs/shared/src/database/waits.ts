/**
 * How long is waited for what others hold, in milliseconds. Each wait ends before the one around it: who waits for a row
 * gives its connection back before those who wait for a connection give up, and those are answered before a statement may
 * have run its whole time (30 s unless set) and a request too (60 s unless set).
 */

/** For a row, or anything else that another transaction has locked: then 503, and the transaction is taken back. */
export const LOCK_WAIT_MS = 4_000;

/** For a connection of the pool: then 503. */
export const CONNECTION_WAIT_MS = 5_000;

/** What one statement may take unless set; PostgreSQL counts the wait for rows in. */
export const STATEMENT_MS = 30_000;

/** A connection that has not been used for longer is asked whether it still answers before it is used. */
export const IDLE_TRUST_MS = 15_000;

/** How long that answer may take: then the connection is closed, and with it all others that are idle. */
export const PROOF_MS = 2_000;

/** How much longer than their own time statements may stay unanswered before their connection is closed here. */
export const ANSWER_GRACE_MS = 3_000;

/** How long they may where a newer connection was answered while an older one was not. */
export const DOUBTED_MS = 5_000;

/** How long a connection lies still before the system asks the other host whether it is there. */
export const KEEP_ALIVE_MS = 10_000;
