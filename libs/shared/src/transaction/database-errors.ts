import { DomainError, duplicate, invalid, unavailable } from '../errors.js';
import { TAKEN } from '../wire-protocol/exactly.js';
import { messages } from '../language/messages.js';
import { RetryTransaction, type RetryReason } from './retry.js';

interface PostgresError extends Error {
  code: string;
  constraint?: string;
}

const isPostgresError = (error: unknown): error is PostgresError =>
  error instanceof Error && typeof (error as Partial<PostgresError>).code === 'string';

const uniqueFields = new Map<string, string | (() => DomainError)>();
const referenceFields = new Map<string, string>();

/** Says which field a unique constraint or index speaks of, so that a duplicate is answered by its name; or makes the whole error. */
export const declareUnique = (constraints: Record<string, string | (() => DomainError)>): void => {
  for (const [constraint, field] of Object.entries(constraints)) uniqueFields.set(constraint, field);
};

/** The same for foreign keys: a reference to what is not there. */
export const declareReferences = (constraints: Record<string, string>): void => {
  for (const [constraint, field] of Object.entries(constraints)) referenceFields.set(constraint, field);
};

/** A sharded database passes a shard's message on, and may leave its fields out. */
const constraintOf = ({ constraint, message }: PostgresError): string =>
  constraint ?? /constraint "([^"]+)"/.exec(message)?.[1] ?? '';

/** On a sharded database a constraint's name may carry the shard's number; its own name may end in one, too. */
function fieldOf<T>(fields: ReadonlyMap<string, T>, error: PostgresError): T | undefined {
  const constraint = constraintOf(error);
  return fields.get(constraint) ?? fields.get(constraint.replace(/_\d+$/, ''));
}

/** Whether an error is the violation of one unique constraint or index. */
export const violates = (error: unknown, constraint: string): boolean =>
  isPostgresError(error) &&
  error.code === TAKEN &&
  [constraintOf(error), constraintOf(error).replace(/_\d+$/, '')].includes(constraint);

/** Classes and codes of SQLSTATE that say "not now" rather than "never": the client may try again. */
const passing = /^(08|53|57|58|55P03|25006|25P03|25P04)/;

const retryReasons = new Map<string, RetryReason>([
  ['40001', 'serialization_failure'],
  ['40P01', 'deadlock'],
]);

/**
 * A machine of a sharded database went away within a transaction, or during its COMMIT: that has no separate code (XX000), and may be
 * in the words of libpq, by which the coordinator asks the machines. Whether a COMMIT was done is unknown then.
 */
const lostMachine = new RegExp(
  `^(?:${[
    'could not commit transaction for shard \\d+ on at least one active node',
    'failure on connection marked as essential: ',
    '(?:SSL )?(?:server closed the connection|connection has been closed) unexpectedly',
    'could not (?:receive data from|send data to) server',
    'no connection to the server',
    'connection not open',
  ].join('|')})`,
);

/**
 * Turns what PostgreSQL and its driver throw into errors of a kind. Unknown errors stay as they are, and become an
 * internal error without any of its text leaving the service.
 */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  if (!isPostgresError(error))
    return isConnectionLoss(error) ? unavailable(messages.databaseUnreachable(), error) : error;
  if (error.code === TAKEN) {
    const field = fieldOf(uniqueFields, error);
    if (typeof field === 'function') return field();
    if (field) return duplicate(field, messages.alreadyInUse({ field }));
  }
  if (error.code === '23503') {
    const field = fieldOf(referenceFields, error);
    if (field) return invalid(field, messages.refersToNothingThere({ field }));
  }
  const reason = retryReasons.get(error.code);
  if (reason) return new RetryTransaction(reason, error);
  if (passing.test(error.code) || lostMachine.test(error.message) || isConnectionLoss(error))
    return unavailable(messages.databaseBusy(), error);
  return error;
}

const lossCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOTCONN', 'ENOENT', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN'],
  // No file descriptor left for a connection; one is, when another is closed.
  ...['EMFILE', 'ENFILE'],
  ...['ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'],
]);
const lossMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client was closed|not queryable|Query runner already released|Query read timeout|after calling end on the pool/i;

/** Whether a connection was lost, or could not be made. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return lossCodes.has((error as { code?: string }).code ?? '') || lossMessages.test(error.message);
}
