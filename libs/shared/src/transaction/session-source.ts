import type { PoolClient } from 'pg';
import type { Durations } from '../values/durations.js';

/** Where a session gets its connection, and how far it may trust it. */
export interface SessionSource {
  connect(): Promise<PoolClient>;
  /** Whether the connection's own role could see past row level security. */
  readonly isElevated: boolean;
  /** Whether a coordinator asks other nodes for what is asked of it. */
  readonly isSharded?: boolean;
  /** Where the time of each statement is counted. */
  readonly durations: { readonly statements: Durations };
}
