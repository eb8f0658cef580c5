/** Calls of MyInvois. */
export { StrangeAnswer, type ServiceDocument, type ServiceStatus, type SubmissionAnswer } from './answers.js';
export {
  einvoiceCallOutcomes,
  einvoiceCalls,
  retryAfter,
  type CallOutcome,
  type EinvoiceCall,
  type EinvoiceCallOutcome,
  type ServiceError,
  type TellCall,
} from './call-outcome.js';
export {
  MyInvoisClient,
  type EinvoiceCredentials,
  type EinvoiceFetch,
  type EinvoiceToken,
  type SubmittedDocument,
} from './myinvois-client.js';
