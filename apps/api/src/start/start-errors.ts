import { DomainError, translateDatabaseError } from '@usaha/shared';
import { reasonOf, StartError } from '@usaha/embedded-postgres/start-error';

/** A database that is lost on the way is no fault of the start's: that is a line, and needs no stack. */
export function asStartError(error: unknown): unknown {
  // An error of a file names its path.
  if (!(error instanceof Error) || 'path' in error) return error;
  const known = translateDatabaseError(error);
  if (!(known instanceof DomainError) || known.kind !== 'unavailable') return error;
  const reason = reasonOf(known.cause ?? known);
  return new StartError(`The database was lost during the start (${reason}); start again once it runs`, {
    cause: error,
  });
}
