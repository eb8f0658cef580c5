import type { OperatorTerms } from '@usaha/core';
import type { Reader } from './config-reader.js';
import { messageTerms } from './message-terms.js';

/** How much is sent for tenants. */
export interface MailLimits {
  /** How many letters are sent for one tenant on a day (UTC+8). */
  lettersPerDay: number;
  /** How old a tenant is, in hours, when the first letter is sent for it; 24 in production unless given, otherwise 0. */
  lettersAfterHours: number;
  /** How many letters about accounts are sent for one tenant on a day (UTC+8); ten times as many for accounts without one. */
  accountLettersPerDay: number;
  /** Limits and prices of messages. */
  messageTerms: OperatorTerms;
}

export function mailLimits(read: Reader, production: boolean): MailLimits {
  const lettersPerDay = read.integer('MAIL_PER_TENANT_AND_DAY', 500, 0, 1_000_000);
  return {
    lettersPerDay,
    lettersAfterHours: read.integer('MAIL_TENANT_AGE_HOURS', production ? 24 : 0, 0, 8_784),
    accountLettersPerDay: read.integer('ACCOUNT_MAIL_PER_TENANT_AND_DAY', 500, 0, 1_000_000),
    messageTerms: messageTerms(read, lettersPerDay),
  };
}
