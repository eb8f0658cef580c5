/** E-invoices as they are kept. */
export { keptErrors, type EinvoiceError } from './einvoice-error.js';
export {
  EinvoiceDocument,
  einvoiceWarnings,
  type BuiltEinvoice,
  type EinvoiceIdentity,
} from './einvoice-document.entity.js';
export { einvoiceEvents } from './einvoice-document.events.js';
export { EinvoiceDocumentRepository, type EinvoiceQuery } from './einvoice-document.repository.js';
export { einvoiceKinds, einvoiceVersions, typeCodes, type EinvoiceKind } from './einvoice-kinds.js';
export { EinvoiceLink } from './einvoice-link.entity.js';
export { EinvoiceLinks, alreadyIn, type LinkedEinvoice } from './einvoice-links.js';
export { einvoiceLifecycle, einvoiceStatuses, openStatuses, type EinvoiceStatus } from './einvoice-lifecycle.js';
export type { EinvoiceReference, NotedLine, ValidatedEinvoice } from './einvoice-reference.js';
export { EinvoiceSubmission, submissionStatuses, type SubmissionStatus } from './einvoice-submission.entity.js';
export { EinvoiceText } from './einvoice-text.entity.js';
