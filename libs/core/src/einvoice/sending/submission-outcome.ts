import type { CallOutcome, ServiceError, SubmissionAnswer } from '../client/index.js';

/** The code of a document that the service has already, within a longer code: `Error03/DS302` (SDK, "Document validation rules"). */
const DUPLICATE = /(^|\/)DS302$/;
/** Statuses of a submission that is refused for what is in it: 413 is its size. */
const UNREADABLE: ReadonlySet<number> = new Set([400, 413]);
/** Statuses that end a tenant's sending until its settings change. */
const FORBIDDEN: ReadonlySet<number> = new Set([403]);

/**
 * What a submission makes of one of its documents.
 * - `submitted`: taken, with the service's id.
 * - `invalid`: refused, with the reasons.
 * - `duplicate`: the service has one of this number already, which may be this one.
 * - `later`: surely not taken; it goes again.
 * - `unsure`: it may have been taken.
 */
export type SubmittedAs =
  | { became: 'submitted'; uuid: string; submission_uid: string | null }
  | { became: 'invalid'; errors: ServiceError[] }
  | { became: 'duplicate'; errors: ServiceError[] }
  | { became: 'later'; retry_after_ms: number | null }
  | { became: 'unsure' };

/** What a submission comes to, as a whole. */
export interface SubmissionOutcome {
  /** By number. */
  documents: ReadonlyMap<string, SubmittedAs>;
  /** Whether it is to be sent in two halves: the service could not read it, and does not say which document is at fault. */
  is_split: boolean;
  /** Whether the tenant's sending rests: the service does not let these credentials submit. */
  is_forbidden: boolean;
  correlation_id: string | null;
}

/** What becomes of each document of a submission. @param numbers of its documents */
export function outcomeOfSubmission(
  numbers: readonly string[],
  call: CallOutcome<SubmissionAnswer>,
): SubmissionOutcome {
  const { correlation_id } = call;
  const all = (as: SubmittedAs) => new Map(numbers.map((number) => [number, as]));
  const whole = { is_split: false, is_forbidden: false, correlation_id };
  if (call.outcome === 'unsure') return { ...whole, documents: all({ became: 'unsure' }) };
  if (call.outcome === 'later')
    return { ...whole, documents: all({ became: 'later', retry_after_ms: call.retry_after_ms }) };
  if (call.outcome === 'done')
    return { ...whole, documents: new Map(numbers.map((number) => [number, asAnswered(number, call.value)])) };
  const later: SubmittedAs = { became: 'later', retry_after_ms: null };
  if (FORBIDDEN.has(call.status)) return { ...whole, is_forbidden: true, documents: all(later) };
  if (!UNREADABLE.has(call.status)) return { ...whole, documents: all(later) };
  if (numbers.length > 1) return { ...whole, is_split: true, documents: all({ became: 'later', retry_after_ms: 0 }) };
  return { ...whole, documents: all({ became: 'invalid', errors: call.errors }) };
}

/** A document that the answer does not name may have been taken all the same. */
function asAnswered(number: string, { submission_uid, accepted, rejected }: SubmissionAnswer): SubmittedAs {
  const taken = accepted.find((one) => one.number === number);
  if (taken) return { became: 'submitted', uuid: taken.uuid, submission_uid };
  const refused = rejected.find((one) => one.number === number);
  if (!refused) return { became: 'unsure' };
  const { errors } = refused;
  return { became: errors.some(({ code }) => DUPLICATE.test(code)) ? 'duplicate' : 'invalid', errors };
}
