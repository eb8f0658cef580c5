/** Calls of MyInvois. */
export { StrangeAnswer, type ServiceDocument, type ServiceStatus, type SubmissionAnswer } from './answers.js';
export { einvoiceCalls, retryAfter, type CallOutcome, type EinvoiceCall, type ServiceError } from './call-outcome.js';
export {
  MyInvoisClient,
  type EinvoiceCredentials,
  type EinvoiceFetch,
  type EinvoiceToken,
  type SubmittedDocument,
} from './myinvois-client.js';
