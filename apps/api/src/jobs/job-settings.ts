import type { Mailer, TextSender } from '@usaha/core';

/** What the jobs take from the configuration. */
export interface JobSettings {
  /** The carrier of letters; null: none is sent. */
  mailer: Mailer | null;
  /** The carrier of short messages; null: none is sent. */
  texts: TextSender | null;
  /** Whether messages of any way are sent. */
  carriesMessages: boolean;
  /** How many letters, and how many short messages, are sent for one tenant on a day. */
  lettersPerDay: number;
  /** For how many hours nothing is sent for a new tenant. */
  lettersAfterHours: number;
  /** How many letters about accounts are sent for one tenant on a day. */
  accountLettersPerDay: number;
  /** Whether a tenant's first days have a separate limit of letters. */
  limitsNewTenants: boolean;
  /** Rows that a file to import may have. */
  importRows: number;
  /** Whether this process sends webhooks. */
  sendsWebhooks: boolean;
}
