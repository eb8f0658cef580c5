import type { Language } from '../language/words.js';
import type { Transaction } from './transaction.js';

/** The four roles, from the least to the most. The reference surface calls a viewer `user`. */
export const roles = ['viewer', 'staff', 'manager', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Whether a role includes another: an admin may do all that a manager may, and so on down. */
export const includesRole = (held: Role, needed: Role): boolean => roles.indexOf(held) >= roles.indexOf(needed);

/** The actor: a signed-in user, with the current rights in the database (never those that the token claims). */
export interface Actor {
  /** Absent: a user. */
  kind?: 'user' | 'api_key';
  /** Of an API key its id: the key acts where a user would. */
  user_id: string;
  /** The platform-wide integer of the same user; null for an API key. */
  number: number | null;
  role: Role;
  /** By which its rights are cached: the session, or the API key. */
  session_id: string;
  /** An administrator of the operator's tenant. */
  is_operator: boolean;
  /** The driver whose deliveries are all that the user reads and moves in logistics; null: no such limit. */
  driver_id: string | null;
}

/**
 * The first argument of every service method: for which tenant, who acts, at what time, in which transaction.
 * Nothing in the domain reads a clock, a global or a request.
 */
export interface Context {
  readonly tenant_id: string;
  /** null for the service itself: sign-in, jobs, the command line. */
  readonly actor: Actor | null;
  /** The one instant of this piece of work (UTC). */
  readonly now: Date;
  readonly db: Transaction;
  /** The language that the client of a write reads: of letters that it causes. Absent where no client is there. */
  readonly language?: Language;
  /** Aborted when no caller waits for the result any more: for what waits its turn. */
  readonly signal?: AbortSignal;
  /** Versions of the record the caller last saw; a change of another version is refused (precondition_failed). */
  readonly expected_versions?: readonly number[];
  /**
   * The claim of a request that carried an Idempotency-Key. `unanswered` says that an earlier request with the same
   * key committed something and was never answered: then that is finished, and nothing is done a second time.
   */
  readonly claim?: { readonly id: string; readonly unanswered: boolean };
}
