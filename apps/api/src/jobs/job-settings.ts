import type { Mailer } from '@usaha/core';

/** What the jobs take from the configuration. */
export interface JobSettings {
  /** The carrier of letters; null: none is sent. */
  mailer: Mailer | null;
  /** Whether reminders may go by WhatsApp or SMS: the installation has a carrier of those. */
  remindsByMessage: boolean;
  /** Whether messages of any way are sent: by the carriers of the installation, or by those of businesses. */
  carriesMessages: boolean;
  /** How many letters are sent for one tenant on a day. */
  lettersPerDay: number;
  /** For how many hours nothing is sent for a new tenant. */
  lettersAfterHours: number;
  /** How many letters about accounts are sent for one tenant on a day. */
  accountLettersPerDay: number;
  /** Whether a tenant's first days have a separate limit of letters. */
  limitsNewTenants: boolean;
  /** Rows that a file to import may have. */
  importRows: number;
  /** Milliseconds between two searches for e-invoices to send. */
  einvoiceIntervalMs: number;
  /** Whether this process sends webhooks. */
  sendsWebhooks: boolean;
}
