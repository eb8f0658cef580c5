import { TenantRecord, columns } from '@usaha/shared';
import type { Address } from '../tenant/tenant.entity.js';

/** Whom to call when something happens to a person. */
export interface EmergencyContact {
  name: string | null;
  relationship: string | null;
  phone_number: string | null;
}

/** Fields of a contact that follow no rule. */
export const contactDetails = [
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'ic_number',
  'address',
] as const satisfies (keyof Contact)[];

/** The name and the ways to reach a person. Texts are kept as they were sent: neither e-mail nor telephone number is checked. */
export abstract class Contact extends TenantRecord {
  @columns.text({ personal: true }) first_name!: string;
  @columns.text({ personal: true }) last_name!: string;
  @columns.text({ nullable: true, personal: true }) email: string | null = null;
  @columns.code({ nullable: true, personal: true }) phone_number: string | null = null;
  /**
   * MyKad number or another document, as it was sent; sealed. Each trade declares whether it is searched for:
   * with `icSearchTexts` it is found by its first 6 to 12 digits and its last 4.
   */
  abstract ic_number: string | null;
  @columns.object({ nullable: true, personal: true }) address: Address | null = null;
}

/** What a new contact cannot be without. */
export type PersonName = Pick<Contact, 'first_name' | 'last_name'>;

/** A contact whose data are exported and erased on request: a customer. */
export abstract class DataSubject extends Contact {
  /** When the personal columns were blanked; such a person is deleted as well. */
  @columns.instant({ nullable: true }) erased_at: Date | null = null;

  /** Follows the blanking of every personal column: sets columns that are not personal. */
  afterErasure?(): void;
}

/** Fields of a person that follow no rule. */
export const personDetails = [
  ...contactDetails,
  'date_of_birth',
  'gender',
  'emergency_contact',
] as const satisfies (keyof Person)[];

/** A person of whom more is known: a patient, student, client, member of staff or driver. */
export abstract class Person extends DataSubject {
  /** YYYY-MM-DD. */
  @columns.day({ nullable: true, personal: true }) date_of_birth: string | null = null;
  /** Any text; `male` and `female` are compared with the IC number where one is checked. */
  @columns.text({ nullable: true, personal: true }) gender: string | null = null;
  @columns.object({ nullable: true, personal: true }) emergency_contact: EmergencyContact | null = null;
}

/** SQL of a generated column to search by name or e-mail. */
export const NAME_AND_EMAIL =
  "lower(((((first_name || ' '::text) || last_name) || '\n'::text) || COALESCE(email, ''::text)))";
/** SQL of a generated column to search by name, e-mail or telephone number. */
export const NAME_AND_CONTACT =
  "lower(((((((first_name || ' '::text) || last_name) || '\n'::text) || COALESCE(email, ''::text)) || '\n'::text) || COALESCE(phone_number, ''::text)))";
