/**
 * How long is waited for what others hold, in milliseconds. Each wait ends before the one around it: who waits for a row
 * gives its connection back before those who wait for a connection give up, and those are answered before a statement may
 * have run its whole time (30 s unless set) and a request too (60 s unless set).
 */

/** For a row, or whatever else another transaction has locked: then 503, and the transaction is taken back. */
export const LOCK_WAIT_MS = 4_000;

/** For a connection of the pool: then 503. */
export const CONNECTION_WAIT_MS = 5_000;

/** What one statement may take unless set; PostgreSQL counts the wait for rows in. */
export const STATEMENT_MS = 30_000;
