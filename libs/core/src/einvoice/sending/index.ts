/** The sending of e-invoices (A-521 … A-523). */
export { einvoiceBacklog, einvoicesTogether, type EinvoiceBacklog } from './einvoice-backlog.js';
export { EinvoiceCancelling } from './einvoice-cancelling.js';
export { ClientRateTable } from './client-rates.js';
export { EinvoiceCommits } from './einvoice-commits.js';
export { EinvoiceReach } from './einvoice-connections.js';
export { einvoiceHosts } from './einvoice-hosts.js';
export { EinvoiceOutcomes, einvoiceOutcomes, type EinvoiceOutcome } from './einvoice-outcomes.js';
export { EinvoiceRounds, type RunningEinvoiceRounds } from './einvoice-rounds.js';
export { sendingProviders, type EinvoiceSendingTimes } from './sending.providers.js';
