import { NAME_AND_EMAIL, Person, personDetails } from '@usaha/core';
import { columns, assignDefined, money } from '@usaha/shared';
import { icSearchTexts } from '@usaha/shared/malaysia';
import { Entity } from 'typeorm';

export const driverStatuses = ['active', 'inactive', 'suspended'] as const;
export type DriverStatus = (typeof driverStatuses)[number];

/** What may be said of a driver, and follows no rule. */
const details = [
  ...personDetails,
  'license_number',
  'license_class',
  'license_expiry',
  'license_type',
  'psv_license',
  'psv_expiry',
  'experience_years',
  'employment_status',
  'medical_checkup_date',
  'medical_checkup_expiry',
  'status',
  'notes',
] as const satisfies (keyof Driver)[];
const pay = ['hourly_rate', 'monthly_salary'] as const satisfies (keyof Driver)[];
export type DriverDetails = Pick<Driver, (typeof details)[number] | (typeof pay)[number]>;

/**
 * A driver of the business. IC number, numbers of licences and pay are stored encrypted: a Malaysian licence carries the IC
 * number.
 */
@Entity({ schema: 'logistics', name: 'drivers' })
export class Driver extends Person {
  @columns.sealed({ tokens: icSearchTexts, code: true }) ic_number!: string | null;
  @columns.sealedTogether() particulars!: Record<string, unknown>;
  @columns.sealedWithin<string | null>('particulars', () => null) license_number!: string | null;
  /** The number of the licence to carry passengers or goods for hire, or whether there is one, as it was sent. */
  @columns.sealedWithin<string | boolean | null>('particulars', () => null) psv_license!: string | boolean | null;
  /** MYR an hour; a note, nothing is worked out with it. */
  @columns.sealedWithin<number | null>('particulars', () => null) hourly_rate!: number | null;
  /** MYR a month; a note too. */
  @columns.sealedWithin<number | null>('particulars', () => null) monthly_salary!: number | null;
  @columns.sealedWithin<string | null>('particulars', () => null) notes!: string | null;
  @columns.text({ nullable: true }) license_class: string | null = null;
  @columns.text({ nullable: true }) license_type: string | null = null;
  /** YYYY-MM-DD: the last day on which it is valid, as of every document. */
  @columns.day({ nullable: true }) license_expiry: string | null = null;
  @columns.day({ nullable: true }) psv_expiry: string | null = null;
  /** Whole years. */
  @columns.count({ nullable: true }) experience_years: number | null = null;
  @columns.text({ nullable: true }) employment_status: string | null = null;
  @columns.day({ nullable: true, personal: true }) medical_checkup_date: string | null = null;
  @columns.day({ nullable: true, personal: true }) medical_checkup_expiry: string | null = null;
  @columns.choice(driverStatuses) status: DriverStatus = 'active';
  @columns.derived('lower(btrim(license_class))', { nullable: true }) readonly license_class_key?: string | null;
  @columns.derived('lower(btrim(employment_status))', { nullable: true }) readonly employment_status_key?:
    string | null;
  @columns.derived(NAME_AND_EMAIL) readonly search_text?: string;
  /** The vehicles that are assigned to the driver: read next to the row, and changed on the vehicles alone. */
  vehicle_ids: string[] = [];

  /** First and last name, as the history keeps them. */
  get name(): string {
    return `${this.first_name} ${this.last_name}`;
  }

  /** Absent fields stay. @throws invalid for pay that is negative or too much to be kept */
  describe(changes: Partial<DriverDetails>): void {
    assignDefined(this, changes, details);
    for (const field of pay) {
      const amount = changes[field];
      if (amount !== undefined) this[field] = amount === null ? null : money.within(field, amount);
    }
  }
}
