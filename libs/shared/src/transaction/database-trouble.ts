import { isConnectionLoss } from './database-errors.js';
import { DomainError } from '../errors.js';

/** Why the database could not do what was asked of it, as figures and log name it. */
export const databaseTroubles = [
  'disk_full',
  'read_only',
  'unreachable',
  'shutting_down',
  'too_many_connections',
  'pool_exhausted',
  'out_of_memory',
  'input_output',
  'statement_timeout',
  'contention',
  'node_silent',
  'other',
] as const;
export type DatabaseTrouble = (typeof databaseTroubles)[number];

/** By SQLSTATE, or the beginning of one. */
const byState: readonly (readonly [state: string, trouble: DatabaseTrouble])[] = [
  ['53100', 'disk_full'],
  ['25006', 'read_only'],
  ['53300', 'too_many_connections'],
  ['53200', 'out_of_memory'],
  ['57014', 'statement_timeout'],
  ['57P', 'shutting_down'],
  ['58', 'input_output'],
  ['08', 'unreachable'],
  ['40', 'contention'],
  ['55P03', 'contention'],
];

/** What a wait for a connection of the pool ends with, as `code`. */
const POOL_EXHAUSTED = 'USAHA_POOL_EXHAUSTED';

/** The cause of a refusal while all connections are in use. */
export const poolExhausted = (): Error =>
  Object.assign(new Error('No connection of the pool became free in time'), { code: POOL_EXHAUSTED });

/** The `code` of a refusal while a node does not answer. */
const NODE_SILENT = 'USAHA_NODE_SILENT';

/** The cause of a refusal while a node of a sharded database does not answer. @param node as Citus lists it */
export const nodeSilent = (node: string): Error =>
  Object.assign(new Error(`The node ${node} does not answer`), { code: NODE_SILENT });

/** The trouble of the database, of an error that it is the cause of; null for any other. */
export function databaseTroubleOf(error: unknown): DatabaseTrouble | null {
  const cause = error instanceof DomainError ? error.cause : error;
  if (!(cause instanceof Error)) return null;
  const { code } = cause as { code?: unknown };
  if (code === POOL_EXHAUSTED) return 'pool_exhausted';
  if (code === NODE_SILENT) return 'node_silent';
  if (isConnectionLoss(cause)) return 'unreachable';
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return null;
  return byState.find(([state]) => code.startsWith(state))?.[1] ?? 'other';
}
