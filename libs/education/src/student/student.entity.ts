import { Entity } from 'typeorm';
import {
  NAME_AND_EMAIL,
  Person,
  consenting,
  personDetails,
  preferMessages,
  type EmergencyContact,
  type MessagePreferences,
  type PreferenceStatement,
} from '@usaha/core';
import { columns, assignDefined } from '@usaha/shared';
import { levelKeyColumn } from '../level/level-key.js';
import { icSearchTexts } from '@usaha/shared/malaysia';

export const streams = ['academic', 'vocational', 'technical'] as const;
export type Stream = (typeof streams)[number];

/** The person who answers for a student. */
export interface Guardian extends EmergencyContact {
  email: string | null;
  occupation: string | null;
}

/** Scholarship of a student; further keys are kept as they were sent. */
export interface Scholarship {
  has_scholarship?: boolean | null;
  scholarship_name?: string | null;
  /** Percent of a fee that allows it, 0 to 100. */
  scholarship_percentage?: number | null;
}

/** What may be said of a student, and follows no rule. */
const details = [
  ...personDetails,
  'parent_guardian',
  'previous_school',
  'previous_grade',
  'admission_date',
  'current_grade',
  'stream',
  'subjects',
  'special_needs',
  'medical_conditions',
  'allergies',
  'blood_type',
  'religion',
  'nationality',
  'scholarship_info',
] as const satisfies (keyof Student)[];
export type StudentDetails = Pick<Student, (typeof details)[number]> & PreferenceStatement;

/** How a religion is compared: trimmed, in any case. */
export const religionKey = (religion: string): string => religion.trim().toLowerCase();

/** A student of a school or centre. Health, religion and IC number are stored encrypted (PDPA 2010, s.4; A-205). */
@Entity({ schema: 'education', name: 'students' })
export class Student extends consenting(Person) {
  @columns.sealed({ tokens: icSearchTexts, code: true }) ic_number!: string | null;
  @columns.object({ nullable: true, personal: true }) parent_guardian: Guardian | null = null;
  @columns.text({ nullable: true, personal: true }) previous_school: string | null = null;
  @columns.text({ nullable: true, personal: true }) previous_grade: string | null = null;
  /** YYYY-MM-DD. */
  @columns.day({ nullable: true }) admission_date: string | null = null;
  /** Any text; `Form 4` and `Tingkatan 4` are understood by scales of grades. */
  @columns.text({ nullable: true }) current_grade: string | null = null;
  @columns.choice(streams, { nullable: true }) stream: Stream | null = null;
  /** Personal: they may tell the religion. */
  @columns.list({ personal: true }) subjects: string[] = [];
  @columns.sealedTogether() health!: Record<string, unknown>;
  @columns.sealedWithin<string[]>('health', () => []) special_needs!: string[];
  @columns.sealedWithin<string[]>('health', () => []) medical_conditions!: string[];
  @columns.sealedWithin<string[]>('health', () => []) allergies!: string[];
  @columns.sealedWithin<string | null>('health', () => null) blood_type!: string | null;
  /** Any text; found by a token of it, trimmed and in any case. */
  @columns.sealed({ tokens: (religion) => [religionKey(religion)] }) religion!: string | null;
  @columns.text({ nullable: true, personal: true }) nationality: string | null = null;
  @columns.object({ nullable: true, personal: true }) scholarship_info: Scholarship | null = null;
  /** By which ways the guardian may be told, and in which language. */
  @columns.object({ nullable: true, personal: true }) message_preferences: MessagePreferences | null = null;
  /** Whether scholarship_info says so; its name and percentage do not decide. */
  @columns.flag() has_scholarship = false;
  /** The family that is billed together, and the student's place in it. */
  @columns.uuid({ nullable: true }) household_id: string | null = null;
  @columns.count({ nullable: true }) household_position: number | null = null;
  @columns.derived('religion_tokens[1]', { nullable: true }) readonly religion_key?: string | null;
  @columns.derived(levelKeyColumn('current_grade'), { nullable: true }) readonly current_grade_key?: string | null;
  @columns.derived('lower(btrim(gender))', { nullable: true }) readonly gender_key?: string | null;
  @columns.derived('lower(btrim(nationality))', { nullable: true }) readonly nationality_key?: string | null;
  @columns.derived(NAME_AND_EMAIL) readonly search_text?: string;

  /** Absent fields stay. Whether IC number and date of birth match is checked before. */
  describe(changes: Partial<StudentDetails>): void {
    assignDefined(this, changes, details);
    preferMessages(this, changes);
    this.has_scholarship = this.scholarship_info?.has_scholarship === true;
  }

  /** @param household_id null leaves it @param position from 1 */
  join(household_id: string | null, position: number | null): void {
    this.household_id = household_id;
    this.household_position = position;
  }

  /** Without scholarship data there is no scholarship to be found by. */
  override afterErasure(): void {
    this.describe({});
    this.join(null, null);
  }
}
