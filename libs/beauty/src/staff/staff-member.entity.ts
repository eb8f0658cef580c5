import { Entity } from 'typeorm';
import { ConsentingRecord, type Address, type EmergencyContact, type WorkingHours } from '@usaha/core';
import { columns, given, withoutCardNumbers } from '@usaha/shared';

/** A certificate of a member of staff; it may be past. */
export interface Certification {
  name: string | null;
  issuing_body: string | null;
  certificate_number: string | null;
  /** YYYY-MM-DD. */
  issue_date: string | null;
  /** YYYY-MM-DD. */
  expiry_date: string | null;
}

/** What may be said of a member of staff, and follows no rule. */
const details = [
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'ic_number',
  'date_of_birth',
  'gender',
  'address',
  'position',
  'specializations',
  'certifications',
  'experience_years',
  'hourly_rate',
  'commission_rate',
  'employment_status',
  'working_hours',
  'skills',
  'languages',
  'emergency_contact',
  'status',
  'notes',
] as const satisfies (keyof StaffMember)[];
export type StaffDetails = Pick<StaffMember, (typeof details)[number]>;

/** How a specialization is compared: trimmed, in any case. */
export const specializationKey = (specialization: string): string => specialization.trim().toLowerCase();

/**
 * A member of staff of a salon or spa. Notes and IC number are stored encrypted; pay is personal. What tells of
 * the work alone is not: position, specializations, skills, hours.
 */
@Entity({ schema: 'beauty', name: 'staff' })
export class StaffMember extends ConsentingRecord {
  @columns.text({ personal: true }) first_name!: string;
  @columns.text({ personal: true }) last_name!: string;
  @columns.text({ nullable: true, personal: true }) email: string | null = null;
  @columns.text({ nullable: true, personal: true }) phone_number: string | null = null;
  /** MyKad number or another document, as it was sent. */
  @columns.sealed() ic_number!: string | null;
  /** YYYY-MM-DD. */
  @columns.day({ nullable: true, personal: true }) date_of_birth: string | null = null;
  /** Any text. */
  @columns.text({ nullable: true, personal: true }) gender: string | null = null;
  @columns.object({ nullable: true, personal: true }) address: Address | null = null;
  @columns.text({ nullable: true }) position: string | null = null;
  @columns.list() specializations: string[] = [];
  /** The same, as they are compared. */
  @columns.list() specialization_keys: string[] = [];
  @columns.object({ personal: true }) certifications: Certification[] = [];
  /** Whole years. */
  @columns.count({ nullable: true }) experience_years: number | null = null;
  /** A note: nothing is worked out with it. */
  @columns.money({ nullable: true, personal: true }) hourly_rate: number | null = null;
  /** Percent of what the member's lines bring, 0 to 100; null is none. */
  @columns.rate({ nullable: true, personal: true }) commission_rate: number | null = null;
  /** Any text; neither this nor the status refuses anything. */
  @columns.text({ nullable: true }) employment_status: string | null = null;
  /** By weekday, as they were sent; null where none are set. */
  @columns.object({ nullable: true }) working_hours: WorkingHours | null = null;
  @columns.list() skills: string[] = [];
  /** Personal: they may tell where somebody comes from. */
  @columns.list({ personal: true }) languages: string[] = [];
  @columns.object({ nullable: true, personal: true }) emergency_contact: EmergencyContact | null = null;
  @columns.text() status = 'active';
  @columns.sealed() notes!: string | null;
  /** When what was personal here was blanked; such a member is deleted as well. */
  @columns.instant({ nullable: true }) erased_at: Date | null = null;
  @columns.derived('lower(btrim("position"))', { nullable: true }) readonly position_key?: string | null;
  @columns.derived('lower(btrim(employment_status))', { nullable: true }) readonly employment_status_key?:
    string | null;
  @columns.derived('lower(btrim(status))', { nullable: true }) readonly status_key?: string | null;

  /** What is absent stays; numbers of cards in the notes are cut. */
  describe(changes: Partial<StaffDetails>): void {
    given(this, changes, details);
    if (changes.specializations)
      this.specialization_keys = [...new Set(changes.specializations.map(specializationKey))];
    if (changes.notes) this.notes = withoutCardNumbers(changes.notes);
  }
}
