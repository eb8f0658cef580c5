import { Entity } from 'typeorm';
import {
  Person,
  consenting,
  hoursWithin,
  isWeekday,
  personDetails,
  requireHours,
  type WorkingHours,
} from '@usaha/core';
import { columns, assignDefined, money, toRate } from '@usaha/shared';

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
  ...personDetails,
  'position',
  'specializations',
  'certifications',
  'experience_years',
  'employment_status',
  'skills',
  'languages',
  'status',
  'notes',
] as const satisfies (keyof StaffMember)[];
export type StaffDetails = Pick<StaffMember, (typeof details)[number]>;

/** What a member earns: an hour in MYR, and percent of what the member's lines bring. */
export type StaffPay = Pick<StaffMember, 'hourly_rate' | 'commission_rate'>;

/** How a specialization is compared: trimmed, in any case. */
export const specializationKey = (specialization: string): string => specialization.trim().toLowerCase();

/**
 * A member of staff of a salon or spa. Notes and IC number are stored encrypted, pay is for few eyes. Position,
 * experience and status are not personal: without a name they identify no person.
 */
@Entity({ schema: 'beauty', name: 'staff' })
export class StaffMember extends consenting(Person) {
  /** Not searched for. */
  @columns.sealed({ code: true }) ic_number!: string | null;
  /** Any text, like all texts below. */
  @columns.text({ nullable: true }) position: string | null = null;
  @columns.list({ personal: true }) specializations: string[] = [];
  /** The same, as they are compared. */
  @columns.list({ personal: true }) specialization_keys: string[] = [];
  @columns.object({ personal: true }) certifications: Certification[] = [];
  /** Whole years. */
  @columns.count({ nullable: true }) experience_years: number | null = null;
  /** A note: nothing is worked out with it. */
  @columns.money({ nullable: true, personal: true }) hourly_rate: number | null = null;
  /** Percent of what the member's lines bring, 0 to 100; null is none. */
  @columns.rate({ nullable: true, personal: true }) commission_rate: number | null = null;
  /** Any text; neither this nor the status refuses anything. */
  @columns.text({ nullable: true }) employment_status: string | null = null;
  /** By weekday, as they were sent. */
  @columns.object({ personal: true }) working_hours: Record<string, unknown> = {};
  @columns.list({ personal: true }) skills: string[] = [];
  @columns.list({ personal: true }) languages: string[] = [];
  @columns.text() status = 'active';
  @columns.sealed() notes!: string | null;
  @columns.derived('lower(btrim("position"))', { nullable: true }) readonly position_key?: string | null;
  @columns.derived('lower(btrim(employment_status))', { nullable: true }) readonly employment_status_key?:
    string | null;
  @columns.derived('lower(btrim(status))', { nullable: true }) readonly status_key?: string | null;

  /** Absent fields stay. */
  describe(changes: Partial<StaffDetails>): void {
    assignDefined(this, changes, details);
    if (changes.specializations)
      this.specialization_keys = [...new Set(changes.specializations.map(specializationKey))];
  }

  /** Absent fields stay, null is none. @throws invalid for a rate an hour that cannot be kept */
  pay({ hourly_rate, commission_rate }: Partial<StaffPay>): void {
    if (hourly_rate !== undefined)
      this.hourly_rate = hourly_rate === null ? null : money.within('hourly_rate', hourly_rate);
    if (commission_rate !== undefined) this.commission_rate = commission_rate === null ? null : toRate(commission_rate);
  }

  /** @throws invalid for hours that are none, naming the day */
  setWorkingHours(hours: Record<string, unknown>): void {
    requireHours(hours, 'working_hours');
    this.working_hours = hours;
  }

  /** The hours in which the member works; null where no weekday has any set, which forbids nothing. */
  get hours(): WorkingHours | null {
    const hours = hoursWithin(this.working_hours);
    return Object.keys(hours).some(isWeekday) ? hours : null;
  }
}
