import type { EinvoiceCall } from '../client/call-outcome.js';

/**
 * What the simulator does instead of an ordinary answer.
 * - `status`: another status, and nothing is done.
 * - `delay`: done at once, answered late.
 * - `refuse`: no connection; the call is not counted.
 * - `drop`: nothing is done, and no answer comes.
 * - `drop_after`: done, and no answer comes.
 * - `reject`: the submission does not take the document.
 * - `invalid`: the document turns out to be invalid.
 */
export const simulatorFaults = ['status', 'delay', 'refuse', 'drop', 'drop_after', 'reject', 'invalid'] as const;
export type FaultKind = (typeof simulatorFaults)[number];

/** A fault of the calls to come. */
export interface SimulatorFault {
  call: EinvoiceCall;
  fault: FaultKind;
  /** How often it still happens. */
  times: number;
  /** The document that it is for; null: any. */
  number: string | null;
  /** HTTP status of `status`; 503 unless told. */
  status: number | null;
  /** Seconds of Retry-After. */
  retry_after: number | null;
  /** The error code that is told. */
  code: string | null;
  /** Milliseconds before the answer; 1000 of `delay` unless told. */
  delay_ms: number | null;
}

/** A buyer's request to reject a document. */
export interface SimulatorRejection {
  number: string;
  reason: string;
}

/** The same with the moment from which on it is told (ISO 8601). */
export interface KeptRejection extends SimulatorRejection {
  at: string;
}

const ofDocuments: ReadonlySet<FaultKind> = new Set(['reject', 'invalid']);

/** Whether a fault is of documents within a submission, and not of the call. */
export const isOfDocuments = ({ fault }: Pick<SimulatorFault, 'fault'>): boolean => ofDocuments.has(fault);

/** The faults that a call meets. */
export interface MetFaults {
  /** The one of the call as a whole. */
  whole: SimulatorFault | null;
  /** Those of documents of a submission. */
  documents: SimulatorFault[];
}

/** Faults under which nothing of the call is done. */
const undone: ReadonlySet<FaultKind> = new Set(['status', 'refuse', 'drop']);

/** Whether the call is carried out in spite of a fault. */
export const isDone = (whole: SimulatorFault | null): boolean => whole === null || !undone.has(whole.fault);

/**
 * The faults that a call meets, and what is left of all of them: of those that are met, one time less.
 * @param numbers of the documents that the call is about
 */
export function metFaults(
  faults: readonly SimulatorFault[],
  call: EinvoiceCall,
  numbers: readonly string[],
): { met: MetFaults; left: SimulatorFault[] } {
  const matching = faults.filter(
    (one) => one.times > 0 && one.call === call && (one.number === null || numbers.includes(one.number)),
  );
  const whole = matching.find((one) => !isOfDocuments(one)) ?? null;
  const documents = isDone(whole) ? matching.filter(isOfDocuments) : [];
  const spent = new Set([...documents, ...(whole ? [whole] : [])]);
  const left = faults.map((one) => (spent.has(one) ? { ...one, times: one.times - 1 } : one));
  return { met: { whole, documents }, left };
}
