import { types } from 'node:util';
import { HttpException } from '@nestjs/common';
import { DomainError, invalid, notFound, translateDatabaseError, unavailable } from '@usaha/shared';
import { messages, nouns } from '../messages.js';

/** No file, connection or thread can be opened now: as Node says it, or as the thread said it that draws. */
const isOutOfFiles = (error: unknown): boolean =>
  types.isNativeError(error) &&
  (/\b(EMFILE|ENFILE)\b/.test(error.message) || ('code' in error && error.code === 'ERR_WORKER_INIT_FAILED'));

/** What a middleware or another package refuses with an exception of Nest; 400 is what other statuses below 500 become. */
const refusals: Readonly<Record<number, DomainError['kind']>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  409: 'conflict',
  413: 'too_large',
  429: 'too_many',
  503: 'unavailable',
};

/** Turns a thrown value into an error of a kind. An unforeseen error is internal, and shows no details. */
export function asDomainError(thrown: unknown): DomainError {
  const error = translateDatabaseError(thrown);
  if (error instanceof DomainError) return error;
  if (isOutOfFiles(error)) return unavailable(messages.outOfFiles(), error);
  if (error instanceof HttpException) {
    const status = error.getStatus();
    // A path that cannot be decoded, as Nest puts it, names nothing either.
    if (status === 404 || error.message.startsWith('Failed to decode param')) return notFound(nouns.resource);
    const kind = refusals[status];
    if (kind) return new DomainError(kind, messages.requestRefused({ reason: error.message }));
    if (status < 500) return invalid('request', messages.requestRefused({ reason: error.message }));
  }
  // Express cannot decode such a path: it names nothing.
  if (error instanceof URIError || (error as { status?: unknown } | null)?.status === 400)
    return notFound(nouns.resource);
  return new DomainError('internal', messages.internal(), {
    cause: error,
  });
}
