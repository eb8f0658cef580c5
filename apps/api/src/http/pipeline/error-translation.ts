import { types } from 'node:util';
import { HttpException } from '@nestjs/common';
import { DomainError, invalid, notFound, translateDatabaseError, unavailable } from '@usaha/shared';
import { messages, nouns } from '../messages.js';

/** No file, connection or thread can be opened now: as Node says it, or as the thread said it that draws. */
const isOutOfFiles = (error: unknown): boolean =>
  types.isNativeError(error) &&
  (/\b(EMFILE|ENFILE)\b/.test(error.message) || ('code' in error && error.code === 'ERR_WORKER_INIT_FAILED'));

/** Turns a thrown value into an error of a kind. An unforeseen error is internal, and shows no details. */
export function asDomainError(thrown: unknown): DomainError {
  const error = translateDatabaseError(thrown);
  if (error instanceof DomainError) return error;
  if (isOutOfFiles(error)) return unavailable(messages.outOfFiles(), error);
  if (error instanceof HttpException) {
    const status = error.getStatus();
    // A path that cannot be decoded, as Nest puts it, names nothing either.
    if (status === 404 || error.message.startsWith('Failed to decode param')) return notFound(nouns.resource);
    if (status < 500) return invalid('request', messages.requestRefused({ reason: error.message }));
  }
  // Express cannot decode such a path: it names nothing.
  if (error instanceof URIError || (error as { status?: unknown } | null)?.status === 400)
    return notFound(nouns.resource);
  return new DomainError('internal', messages.internal(), {
    cause: error,
  });
}
