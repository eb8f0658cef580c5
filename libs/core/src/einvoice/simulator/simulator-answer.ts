import { eInvoiceTypes } from '@usaha/shared/malaysia';
import type { ServiceStatus } from '../client/answers.js';
import type { KeptRejection } from './simulator-faults.js';
import type { SimulatorDocument } from './simulator-document.entity.js';
import { stepCode, validationSteps, type StepError } from './step-error.js';

/** What the simulator answers. */
export interface SimulatorAnswer {
  status: number;
  body: object | null;
  headers?: Record<string, string>;
}

export const answered = (status: number, body: object | null = null): SimulatorAnswer => ({ status, body });

/** An error in the form of the SDK's "Standard error response". @param retry_after seconds */
export const failed = (
  status: number,
  code: string,
  message: string,
  retry_after?: number | null,
): SimulatorAnswer => ({
  status,
  body: { error: { errorCode: code, error: message, errorMS: message, innerError: [] } },
  headers: retry_after === null || retry_after === undefined ? {} : { 'retry-after': String(retry_after) },
});

/** Errors of one document: the step outside, what was found within. */
export function errorOf(errors: readonly StepError[]): object {
  const [first] = errors;
  return {
    errorCode: first ? stepCode(first.step) : 'Error',
    error: first?.step ?? '',
    errorMS: first?.step ?? '',
    innerError: errors.map(({ code, path, error, errorMS }) => ({
      errorCode: code,
      error,
      errorMS,
      propertyPath: path,
      propertyName: path,
      innerError: [],
    })),
  };
}

const written: Readonly<Record<ServiceStatus, string>> = {
  submitted: 'Submitted',
  valid: 'Valid',
  invalid: 'Invalid',
  cancelled: 'Cancelled',
};
const typeNames: Readonly<Record<string, string>> = eInvoiceTypes;

/** A document in the answers of Get Submission, Get Document Details and Search Documents. */
export function documentOf(document: SimulatorDocument, rejections: readonly KeptRejection[]): object {
  const isValidated = document.validated_at !== null;
  const rejection = isValidated ? rejections.find(({ number }) => number === document.number) : undefined;
  return {
    uuid: document.uuid,
    longId: isValidated ? document.long_id : '',
    internalId: document.number,
    typeName: typeNames[document.type_code] ?? document.type_code,
    typeVersionName: document.document_version,
    issuerTin: document.supplier_tin,
    dateTimeIssued: document.issued_at,
    dateTimeReceived: document.created_at,
    dateTimeValidated: document.validated_at,
    status: written[document.status],
    cancelDateTime: document.cancelled_at,
    rejectRequestDateTime: rejection?.at ?? null,
    documentStatusReason: document.cancel_reason ?? rejection?.reason ?? null,
  };
}

/** What the validators found, step by step. */
export function validationResultsOf({ status, errors }: SimulatorDocument): object {
  if (status === 'submitted') return { status: 'Submitted', validationSteps: [] };
  return {
    status: errors.length > 0 ? 'Invalid' : 'Valid',
    validationSteps: validationSteps.map((name) => {
      const found = errors.filter(({ step }) => step === name);
      return { name, status: found.length > 0 ? 'Invalid' : 'Valid', error: found.length > 0 ? errorOf(found) : null };
    }),
  };
}

/** The status of a submission by those of its documents. */
export function overallStatus(documents: readonly SimulatorDocument[]): string {
  if (documents.some(({ status }) => status === 'submitted')) return 'in progress';
  const valid = documents.filter(({ outcome }) => outcome === 'valid').length;
  if (valid === documents.length) return 'valid';
  return valid === 0 ? 'invalid' : 'partially valid';
}
