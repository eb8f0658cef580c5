import { serviceErrors } from './service-errors.js';
import type { ServiceError } from './call-outcome.js';

/** What the service says of one document. */
export type ServiceStatus = 'submitted' | 'valid' | 'invalid' | 'cancelled';

/** A document in the answer of Get Submission, Get Document Details or Search Documents. */
export interface ServiceDocument {
  uuid: string;
  submission_uid: string | null;
  /** Of valid documents alone. */
  long_id: string | null;
  number: string;
  status: ServiceStatus;
  /** The type as the service names it; its code where the answer has one. */
  type: string | null;
  /** In MYR. */
  total: number | null;
  issued_at: Date | null;
  validated_at: Date | null;
  /** When the buyer asked for a rejection. */
  rejection_at: Date | null;
  reason: string | null;
}

/** The answer to a submission. */
export interface SubmissionAnswer {
  submission_uid: string | null;
  accepted: { number: string; uuid: string }[];
  rejected: { number: string; errors: ServiceError[] }[];
}

/** An answer that lacks what the SDK says it has. */
export class StrangeAnswer extends Error {}

type Told = Readonly<Record<string, unknown>>;

/** @throws StrangeAnswer */
function objectOf(value: unknown, what: string): Told {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Told;
  throw new StrangeAnswer(`${what} is no object`);
}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** @throws StrangeAnswer */
function required(told: Told, ...names: readonly string[]): string {
  const value = names.map((name) => text(told[name])).find((one) => one !== null);
  if (value === undefined || value === null) throw new StrangeAnswer(`${names[0]} is missing`);
  return value;
}

function instant(value: unknown): Date | null {
  const at = typeof value === 'string' ? new Date(value) : null;
  return at === null || Number.isNaN(at.getTime()) ? null : at;
}

/** @throws StrangeAnswer */
export function submissionAnswer(answer: unknown): SubmissionAnswer {
  const told = objectOf(answer, 'the answer');
  return {
    submission_uid: text(told.submissionUid) ?? text(told.submissionUID),
    accepted: listOf(told.acceptedDocuments).map((one) => {
      const document = objectOf(one, 'an accepted document');
      return { number: required(document, 'invoiceCodeNumber'), uuid: required(document, 'uuid') };
    }),
    rejected: listOf(told.rejectedDocuments).map((one) => {
      const document = objectOf(one, 'a rejected document');
      return { number: required(document, 'invoiceCodeNumber'), errors: serviceErrors(document) };
    }),
  };
}

/** @returns the documents, and whether the service still works on them @throws StrangeAnswer */
export function submissionStatus(answer: unknown): { is_over: boolean; documents: ServiceDocument[] } {
  const told = objectOf(answer, 'the answer');
  const overall = required(told, 'overallStatus')
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');
  return { is_over: overall !== 'inprogress', documents: listOf(told.documentSummary).map(serviceDocument) };
}

/** @returns the document, and what was found wrong with it @throws StrangeAnswer */
export function documentDetails(answer: unknown): { document: ServiceDocument; errors: ServiceError[] } {
  const told = objectOf(answer, 'the answer');
  const results = typeof told.validationResults === 'object' && told.validationResults ? told.validationResults : {};
  const steps = listOf((results as Told).validationSteps).map((step) => objectOf(step, 'a step'));
  return { document: serviceDocument(told), errors: steps.flatMap((step) => (step.error ? serviceErrors(step) : [])) };
}

/** @throws StrangeAnswer */
export function searchAnswer(answer: unknown): { documents: ServiceDocument[]; pages: number } {
  const told = objectOf(answer, 'the answer');
  const metadata = typeof told.metadata === 'object' && told.metadata ? (told.metadata as Told) : {};
  const pages = typeof metadata.totalPages === 'number' ? metadata.totalPages : 1;
  return { documents: listOf(told.result).map(serviceDocument), pages };
}

const statuses: ReadonlySet<string> = new Set(['submitted', 'valid', 'invalid', 'cancelled']);

function serviceDocument(of: unknown): ServiceDocument {
  const told = objectOf(of, 'a document');
  const status = required(told, 'status').toLowerCase();
  if (!statuses.has(status)) throw new StrangeAnswer('status is unknown');
  const total = told.totalPayableAmount ?? told.total;
  return {
    uuid: required(told, 'uuid'),
    submission_uid: text(told.submissionUid) ?? text(told.submissionUID),
    long_id: text(told.longId),
    number: required(told, 'internalId'),
    status: status as ServiceStatus,
    type: text(told.typeName),
    total: typeof total === 'number' ? total : null,
    issued_at: instant(told.dateTimeIssued),
    validated_at: instant(told.dateTimeValidated),
    rejection_at: instant(told.rejectRequestDateTime),
    reason: text(told.documentStatusReason),
  };
}
