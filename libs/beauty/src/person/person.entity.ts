import { ConsentingRecord, type Address, type EmergencyContact } from '@usaha/core';
import { columns } from '@usaha/shared';

/** What may be said of everybody, and follows no rule. */
export const personDetails = [
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'ic_number',
  'date_of_birth',
  'gender',
  'address',
  'emergency_contact',
] as const satisfies (keyof Person)[];
export type PersonDetails = Pick<Person, (typeof personDetails)[number]>;

/** Who somebody is, client or member of staff. The IC number is stored encrypted. */
export abstract class Person extends ConsentingRecord {
  @columns.text({ personal: true }) first_name!: string;
  @columns.text({ personal: true }) last_name!: string;
  /** As it was sent, like the telephone number: these records check neither. */
  @columns.text({ nullable: true, personal: true }) email: string | null = null;
  @columns.code({ nullable: true, personal: true }) phone_number: string | null = null;
  /** MyKad number or another document, as it was sent. */
  @columns.sealed({ code: true }) ic_number!: string | null;
  /** YYYY-MM-DD. */
  @columns.day({ nullable: true, personal: true }) date_of_birth: string | null = null;
  /** Any text. */
  @columns.text({ nullable: true, personal: true }) gender: string | null = null;
  @columns.object({ nullable: true, personal: true }) address: Address | null = null;
  @columns.object({ nullable: true, personal: true }) emergency_contact: EmergencyContact | null = null;
  /** When what was personal here was blanked; such a person is deleted as well. */
  @columns.instant({ nullable: true }) erased_at: Date | null = null;
}
