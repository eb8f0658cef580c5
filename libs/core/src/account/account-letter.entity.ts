import { Entity } from 'typeorm';
import { TenantRecord, columns, type Language } from '@usaha/shared';

export const accountLetterKinds = [
  'password_reset',
  'invitation',
  'confirm_email',
  'password_was_reset',
  'email_changed',
  'factor_added',
  'factor_removed',
  'factor_reset',
  'recovery_code_used',
  'codes_guessed',
  'key_suspended',
  'key_expiring',
  'webhook_disabled',
  'tenant_export',
  'einvoice_valid',
] as const;
export type AccountLetterKind = (typeof accountLetterKinds)[number];

/** How a letter ended. `needless`: there was no recipient for it any more; `replaced`: by one letter for each of its recipients. */
export const accountLetterOutcomes = ['sent', 'refused', 'expired', 'needless', 'replaced'] as const;
export type AccountLetterOutcome = (typeof accountLetterOutcomes)[number];

export const letterLanguages = ['en', 'ms'] as const satisfies Language[];

/** A link that a letter carries. */
export interface CarriedLink {
  tenant_id: string;
  id: string;
}

/** What a letter needs to be worded and sent, beyond its kind and user. */
export interface AccountLetterDetails {
  /** The name that was typed to get a new password: the job finds the accounts that it means. */
  name?: string;
  /** The fingerprint of the address that asked, by which accounts are chosen among many. */
  from?: string;
  /** Where the letter goes; to the user's present address unless given. */
  address?: string;
  /** Links of which each gets its secret when the letter is sent. */
  links?: CarriedLink[];
  /** The consumer's page that the links lead to, with `{token}` in it. */
  link_url?: string;
  /** The name of an API key. */
  key_name?: string;
  /** The last day of an API key, YYYY-MM-DD. */
  day?: string;
  /** The host of a webhook endpoint. */
  host?: string;
  /** The e-mail of the administrator who asked for an export. */
  asked_by?: string;
  /** Why the endpoint was disabled. */
  reason?: 'gone' | 'failing';
  /** The e-invoice that its buyer asked for without an account. */
  einvoice?: ValidEinvoice;
}

/** A valid e-invoice as its buyer is told of it. */
export interface ValidEinvoice {
  /** The name of the buyer. */
  name: string;
  number: string;
  validation_url: string;
  /** Whether the tax board does not know it. */
  is_simulated: boolean;
}

/** A letter about an account that waits to be sent, or was sent in the last days. */
@Entity({ schema: 'core', name: 'account_letters' })
export class AccountLetter extends TenantRecord {
  @columns.choice(accountLetterKinds) kind!: AccountLetterKind;
  /** The recipient; null for a name that was typed, and for letters to all administrators. */
  @columns.uuid({ nullable: true }) user_id: string | null = null;
  /** JSON of `AccountLetterDetails`: the typed name and addresses are in it. */
  @columns.sealed({ code: true }) sealed_details!: string | null;
  /** null: the letter is in all languages. */
  @columns.choice(letterLanguages, { nullable: true }) language: Language | null = null;
  /** When it is tried next; while an instance sends it, the end of that instance's lease. */
  @columns.instant() due_at!: Date;
  @columns.count({ default: 0 }) attempts = 0;
  @columns.instant({ nullable: true }) done_at: Date | null = null;
  @columns.choice(accountLetterOutcomes, { nullable: true }) outcome: AccountLetterOutcome | null = null;

  get details(): AccountLetterDetails {
    return this.sealed_details === null ? {} : (JSON.parse(this.sealed_details) as AccountLetterDetails);
  }
}
