import { Entity } from 'typeorm';
import { ErasableRecord } from '@usaha/core';
import { columns, conflict, assignDefined, money } from '@usaha/shared';
import { enrollmentStatusWords, messages } from '../messages.js';
import { feesOf, type EnrollmentFees } from './enrollment-fees.js';
import type { Withdrawal } from './withdrawal.entity.js';

export const enrollmentTypes = ['new', 'transfer', 'returning'] as const;
export type EnrollmentType = (typeof enrollmentTypes)[number];

export const enrollmentStatuses = ['active', 'inactive', 'graduated'] as const;
export type EnrollmentStatus = (typeof enrollmentStatuses)[number];

/** A scholarship as an enrollment states it; further keys are kept as they were sent. */
export interface EnrollmentScholarship {
  has_scholarship?: boolean | null;
  /** MYR; it is subtracted from nothing. */
  scholarship_amount?: number | null;
}

/** What a student brings from another school. */
export interface PreviousResults {
  primary_exam_result: string | null;
  previous_school: string | null;
}

/** A document that was handed in. */
export interface EnrollmentDocument {
  type: string | null;
  /** Any text; a file of the tenant that it names becomes one of the enrollment. */
  file_id: string | null;
}

/** What may be said of an enrollment, and follows no rule. */
const details = [
  'enrollment_date',
  'enrollment_type',
  'previous_results',
  'documents',
  'notes',
] as const satisfies (keyof Enrollment)[];
export type EnrollmentDetails = Pick<Enrollment, (typeof details)[number] | 'scholarship_info'> & {
  fees: Partial<EnrollmentFees> | null;
};

/**
 * That a student is in a class. While it is active it takes a seat there. Any status may follow any other (§13): only
 * the seat asks for something, and that is the class's to give.
 */
@Entity({ schema: 'education', name: 'enrollments' })
export class Enrollment extends ErasableRecord {
  @columns.uuid() student_id!: string;
  @columns.uuid() class_id!: string;
  /** YYYY-MM-DD. */
  @columns.day() enrollment_date!: string;
  @columns.choice(enrollmentTypes) enrollment_type: EnrollmentType = 'new';
  @columns.object({ nullable: true }) fees: EnrollmentFees | null = null;
  @columns.object({ nullable: true, personal: true }) scholarship_info: EnrollmentScholarship | null = null;
  @columns.object({ nullable: true, personal: true }) previous_results: PreviousResults | null = null;
  @columns.object({ personal: true }) documents: EnrollmentDocument[] = [];
  @columns.sealed() notes!: string | null;
  @columns.choice(enrollmentStatuses) status: EnrollmentStatus = 'active';
  /** How often the student was withdrawn: the position of the last withdrawal. */
  @columns.count() withdrawals = 0;
  /** The last one, where there is one and it was read. */
  withdrawal?: Withdrawal;

  /** Whether it takes a seat. */
  get is_active(): boolean {
    return this.status === 'active';
  }

  /** Absent fields stay; `fees` and `scholarship_info` that are given replace the old ones whole. */
  describe({ fees, scholarship_info, ...changes }: Partial<EnrollmentDetails>): void {
    assignDefined(this, changes, details);
    if (fees !== undefined) this.fees = fees && feesOf(fees);
    if (scholarship_info !== undefined) this.scholarship_info = scholarship_info && rounded(scholarship_info);
  }

  /** Whose it is, and of which class. */
  place(student_id: string, class_id: string): void {
    this.student_id = student_id;
    this.class_id = class_id;
  }

  setStatus(status: EnrollmentStatus): void {
    this.status = status;
  }

  /** The student leaves. @throws conflict when the enrollment is not active */
  withdraw(): void {
    if (!this.is_active)
      throw conflict('status', messages.withdrawOnlyActive({ status: enrollmentStatusWords[this.status] }));
    this.status = 'inactive';
    this.withdrawals += 1;
  }

  /** Its last withdrawal, as it was read or made. */
  show(withdrawal: Withdrawal | undefined): void {
    this.withdrawal = withdrawal;
  }
}

const rounded = (info: EnrollmentScholarship): EnrollmentScholarship =>
  typeof info.scholarship_amount === 'number'
    ? { ...info, scholarship_amount: money.round(info.scholarship_amount) }
    : info;
