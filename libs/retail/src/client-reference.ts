import { DomainError, RetryTransaction, violates, type Context } from '@usaha/shared';
import { messages } from './messages.js';

/** What a record keeps of the request that made it, where that named a reference. */
export interface Referenced {
  id: string;
  client_reference: string | null;
  fingerprint: string | null;
}

/** A request with a reference. */
interface Sent {
  client_reference?: string | null;
}

/** A record that a request made, or an earlier one with the same reference. */
export interface Once<T> {
  made: T;
  /** Whether an earlier request made it. */
  is_replayed: boolean;
}

/** What a request with a reference is done with. */
interface Work<R extends Referenced, T> {
  /** The unique index of the table. */
  index: string;
  /** The record with the reference, also where it is deleted. */
  find: (client_reference: string) => Promise<(R & { deleted_at?: Date | null }) | null>;
  /** The record as it is now. */
  show: (found: R) => Promise<T>;
  make: (reference: Omit<Referenced, 'id'>) => Promise<T>;
}

/** Refusals that an earlier request with the same reference may be the reason of: it took the last unit, or refunded all. */
const mayBeItself: ReadonlySet<DomainError['kind']> = new Set(['invalid', 'conflict', 'precondition_failed']);

/**
 * Makes a record once for all requests with the same reference. Of two at the same time the later one is done again,
 * and finds what the first has made.
 * @param kind tells fingerprints of different operations apart
 * @throws conflict with `details.id` where the reference was sent with other content, or its record is deleted
 */
export async function once<R extends Referenced, T>(
  ctx: Context,
  kind: string,
  sent: Sent,
  { index, find, show, make }: Work<R, T>,
): Promise<Once<T>> {
  const { client_reference } = sent;
  if (typeof client_reference !== 'string')
    return { made: await make({ client_reference: null, fingerprint: null }), is_replayed: false };
  const fingerprint = fingerprintOf(ctx, kind, sent);
  const found = await find(client_reference);
  if (found) {
    refuseOther(found, fingerprint);
    return { made: await show(found), is_replayed: true };
  }
  try {
    return { made: await make({ client_reference, fingerprint }), is_replayed: false };
  } catch (error) {
    if (violates(error, index)) throw new RetryTransaction('key_taken', error);
    const isRefusal = error instanceof DomainError && mayBeItself.has(error.kind);
    if (isRefusal && (await find(client_reference))) throw new RetryTransaction('key_taken', error);
    throw error;
  }
}

/** What an INSERT throws whose reference another transaction has taken meanwhile: the work is done again. @param index that is unique */
export const retryIfTaken =
  (index: string) =>
  (error: Error): Error =>
    violates(error, index) ? new RetryTransaction('key_taken', error) : error;

/**
 * The same for the same values, in any order of their keys; null is as absent. Bodies name persons and their payments, so it is an
 * HMAC: nothing can be tried against it without the keyring.
 */
const fingerprintOf = (ctx: Context, kind: string, sent: object): string =>
  ctx.db.keyring.fingerprint('usaha client reference', `${ctx.tenant_id} ${kind} ${JSON.stringify(sent, sorted)}`);

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const stated = Object.entries(value).filter(([, nested]) => nested !== null && nested !== undefined);
  return Object.fromEntries(stated.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function refuseOther(found: Referenced & { deleted_at?: Date | null }, fingerprint: string): void {
  const message = found.deleted_at
    ? messages.referenceDeleted()
    : found.fingerprint === fingerprint
      ? null
      : messages.referenceOfOther();
  if (message === null) return;
  const errors = [{ field: 'client_reference', message }];
  throw new DomainError('conflict', message, { errors, details: { id: found.id } });
}
