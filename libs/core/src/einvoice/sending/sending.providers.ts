import type { Provider } from '@nestjs/common';
import { ClientRateTable, ClientRates } from './client-rates.js';
import { EinvoiceAsking } from './einvoice-asking.js';
import { EinvoiceCancelling } from './einvoice-cancelling.js';
import { EinvoiceCommits } from './einvoice-commits.js';
import { EinvoiceConnections, EinvoiceReach } from './einvoice-connections.js';
import { EinvoiceOutcomes, EinvoiceTimes } from './einvoice-outcomes.js';
import { EinvoiceRounds } from './einvoice-rounds.js';
import { EinvoiceSearch } from './einvoice-search.js';
import { EinvoiceSending } from './einvoice-sending.js';
import { EinvoiceSubmissions } from './einvoice-submissions.js';
import { SendingRests } from './sending-rests.js';

/** Times of an installation's sending, in milliseconds. */
export interface EinvoiceSendingTimes {
  /** After which a submission of unknown outcome is made once more. */
  resendMs: number;
  /** That a request to MyInvois may take. */
  timeoutMs: number;
}

const USUAL: EinvoiceSendingTimes = { resendMs: 600_000, timeoutMs: 30_000 };

/** The services that send e-invoices. */
export const sendingProviders = ({ resendMs, timeoutMs }: EinvoiceSendingTimes = USUAL): Provider[] => [
  { provide: EinvoiceTimes, useFactory: () => new EinvoiceTimes(resendMs, timeoutMs) },
  { provide: EinvoiceReach, useFactory: () => new EinvoiceReach(timeoutMs) },
  ClientRateTable,
  ClientRates,
  EinvoiceConnections,
  EinvoiceCommits,
  SendingRests,
  EinvoiceSubmissions,
  EinvoiceOutcomes,
  EinvoiceSearch,
  EinvoiceSending,
  EinvoiceAsking,
  EinvoiceCancelling,
  EinvoiceRounds,
];
