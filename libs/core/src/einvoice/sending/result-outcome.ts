import type { ServiceDocument, ServiceError } from '../client/index.js';

/**
 * What the answer to Get Submission says of a document. `wait`: it is asked for again. `ask`: it is invalid, and its details
 * say why.
 */
export type ResultOutcome = { became: 'valid'; long_id: string; validated_at: Date } | { became: 'wait' | 'ask' };

/**
 * @param found the document in the answer; undefined where the answer has none
 * @param now the time of the validation where the answer has none
 */
export function outcomeOfResult(found: ServiceDocument | undefined, now: Date): ResultOutcome {
  if (found?.status === 'invalid') return { became: 'ask' };
  // Without the long id there is no address at which the document is verified. One that was cancelled meanwhile was valid.
  const isValid = found?.status === 'valid' || found?.status === 'cancelled';
  if (!found || !isValid || found.long_id === null) return { became: 'wait' };
  return { became: 'valid', long_id: found.long_id, validated_at: found.validated_at ?? now };
}

/** The end of the message of a duplicate (SDK, "Standard error response"): the document that was there first. */
const ORIGINAL = /\bUUID:?\s*([A-Z0-9]{20,40})\W*$/;

/**
 * The service's id of the document that a second submission of it repeats; null where it is invalid for another reason. The service
 * takes documents for the same by type, issue time, number and seller, within two hours.
 */
export function originalOf(errors: readonly ServiceError[]): string | null {
  const duplicate = errors.find(({ code }) => code.split('/').includes('DS302'));
  return duplicate ? (ORIGINAL.exec(duplicate.message.en)?.[1] ?? null) : null;
}
