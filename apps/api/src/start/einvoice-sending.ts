import type { EinvoiceIntermediary, EinvoiceSendingTimes } from '@usaha/core';
import type { Reader } from './config-reader.js';

/** How e-invoices are sent. */
export interface EinvoiceSendingConfig extends EinvoiceSendingTimes {
  /** Milliseconds between two searches for what no commit of this process told of. */
  intervalMs: number;
}

/** MyInvois takes an identical submission of the last ten minutes for the same. */
const LEAST_RESEND_SECONDS = 600;

export function einvoiceSending(read: Reader, production: boolean): EinvoiceSendingConfig {
  const least = production ? LEAST_RESEND_SECONDS : 1;
  return {
    intervalMs: read.integer('EINVOICE_INTERVAL_MS', 1_000, 100, 60_000),
    resendMs: read.integer('EINVOICE_RESEND_SECONDS', LEAST_RESEND_SECONDS, least, 3_600) * 1_000,
    timeoutMs: read.integer('EINVOICE_TIMEOUT_MS', 30_000, 100, 120_000),
  };
}

/** The operator's credentials as an intermediary of businesses; null where it is none. */
export function einvoiceIntermediary(read: Reader): EinvoiceIntermediary | null {
  const [client_id, client_secret] = [read.text('EINVOICE_CLIENT_ID'), read.text('EINVOICE_CLIENT_SECRET')];
  if (client_id !== undefined && client_secret !== undefined) return { client_id, client_secret };
  if (client_id !== undefined || client_secret !== undefined)
    read.problems.push('EINVOICE_CLIENT_ID and EINVOICE_CLIENT_SECRET must be set together');
  return null;
}
