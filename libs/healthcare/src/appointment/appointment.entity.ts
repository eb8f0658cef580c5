import { Entity } from 'typeorm';
import { columns, conflict, assignDefined, malaysianDay, malaysianInstant, malaysianTime } from '@usaha/shared';
import {
  appointmentLifecycle,
  appointmentStatuses,
  occupies,
  type AppointmentStatus,
} from './appointment-lifecycle.js';
import type { Prescription } from '../prescription/prescription.entity.js';
import { ClinicalRecord } from '../record/clinical-record.js';
import { messages } from '../messages.js';

/** What an appointment takes where nothing else is said, in minutes. */
export const DEFAULT_MINUTES = 30;

/** Fields of an appointment that clients may set freely: no rule depends on them. */
const details = [
  'doctor_id',
  'appointment_type',
  'reason',
  'symptoms',
  'priority',
  'notes',
] as const satisfies (keyof Appointment)[];
export type AppointmentDetails = Pick<Appointment, (typeof details)[number]>;

/** A medicine that was prescribed when the visit was completed. */
export interface PrescribedMedicine {
  /** Id of the prescription. */
  id: string;
  medication: string;
  dosage: string | null;
  duration: string | null;
  instructions: string | null;
  /** Those of the prescription. */
  warnings: Prescription['warnings'];
}

/** When an appointment is, in Malaysia (YYYY-MM-DD, HH:MM:SS), and how long it takes; what is absent stays. */
export type Move = Partial<Pick<Appointment, 'scheduled_date' | 'scheduled_time' | 'duration_minutes'>>;

/** What a visit came to. */
const outcome = ['doctor_notes', 'follow_up_required', 'follow_up_date'] as const satisfies (keyof Appointment)[];
export type VisitOutcome = Pick<Appointment, (typeof outcome)[number]>;

/**
 * A patient's time with a doctor. One instant is kept; the reference surface shows it as day and time in Malaysia
 * . Health data of the patient is stored encrypted.
 */
@Entity({ schema: 'healthcare', name: 'appointments' })
export class Appointment extends ClinicalRecord {
  @columns.uuid() patient_id!: string;
  /** Any text: there is no list of doctors. */
  @columns.code() doctor_id!: string;
  @columns.text({ nullable: true, unaudited: true }) appointment_type: string | null = null;
  @columns.instant() scheduled_at!: Date;
  /** `duration_minutes` after `scheduled_at`: the first moment at which the doctor is free again. */
  @columns.instant() ends_at!: Date;
  @columns.count() duration_minutes!: number;
  @columns.sealedTogether() protected readonly particulars!: object;
  @columns.sealedWithin('particulars') reason!: string | null;
  @columns.sealedWithin<string[]>('particulars', () => []) symptoms!: string[];
  @columns.text({ nullable: true, unaudited: true }) priority: string | null = null;
  @columns.choice(appointmentStatuses) status: AppointmentStatus = 'scheduled';
  @columns.sealedWithin('particulars') notes!: string | null;
  /** Moments of the visit, each null until it has come. */
  @columns.instant({ nullable: true }) check_in_time: Date | null = null;
  @columns.instant({ nullable: true }) start_time: Date | null = null;
  @columns.instant({ nullable: true }) end_time: Date | null = null;
  @columns.sealedWithin('particulars') doctor_notes!: string | null;
  @columns.sealedWithin<PrescribedMedicine[]>('particulars', () => []) prescriptions!: PrescribedMedicine[];
  @columns.flag() follow_up_required = false;
  @columns.day({ nullable: true, personal: true }) follow_up_date: string | null = null;
  @columns.sealedWithin('particulars') cancellation_reason!: string | null;
  /** The canceller, as sent; by default the user who did. */
  @columns.text({ nullable: true, personal: true }) cancelled_by: string | null = null;
  /** Whether the patient's reminder of this time was accepted by a mail server. */
  @columns.flag() reminder_sent = false;
  /** How often time or patient became another one: an appointment that was moved away and back is reminded of again. */
  @columns.count({ default: 0 }) times_moved = 0;
  @columns.derived('lower(btrim(appointment_type))', { nullable: true }) readonly appointment_type_key?: string;

  /** In Malaysia (YYYY-MM-DD). */
  get scheduled_date(): string {
    return malaysianDay(this.scheduled_at);
  }

  /** In Malaysia (HH:MM:SS). */
  get scheduled_time(): string {
    return malaysianTime(this.scheduled_at);
  }

  /** Whether it takes its doctor's time. */
  get is_occupying(): boolean {
    return occupies(this.status);
  }

  /** Absent fields stay. */
  describe(changes: Partial<AppointmentDetails>): void {
    assignDefined(this, changes, details);
  }

  /** Whose visit it is. Another patient has not been reminded of it. */
  book(patient_id: string): void {
    const isNew = (this.patient_id as string | undefined) === undefined;
    if (!isNew && this.patient_id !== patient_id) this.remindAnew();
    this.patient_id = patient_id;
  }

  schedule(scheduled_at: Date, duration_minutes: number): void {
    this.scheduled_at = scheduled_at;
    this.duration_minutes = duration_minutes;
    this.ends_at = new Date(scheduled_at.getTime() + duration_minutes * 60_000);
  }

  /** Another time is one that the patient has not been reminded of. */
  move({ scheduled_date, scheduled_time, duration_minutes }: Move): void {
    const day = scheduled_date ?? this.scheduled_date;
    const time = scheduled_time ?? this.scheduled_time;
    const stays = day === this.scheduled_date && time === this.scheduled_time;
    this.schedule(
      // A time that is sent back as it was shown moves nothing, not even the fractions of a second that are not shown.
      stays ? this.scheduled_at : malaysianInstant(day, time),
      duration_minutes ?? this.duration_minutes,
    );
    if (!stays) this.remindAnew();
  }

  /** Any status may follow any other: no transition is stated, so none is forbidden. */
  setStatus(status: AppointmentStatus): void {
    this.status = status;
  }

  /** @throws conflict from a status in which it cannot be done, or for a patient who is here already */
  checkIn(now: Date): void {
    const status = appointmentLifecycle.after('check_in', this.status);
    if (this.status === 'confirmed' && this.check_in_time !== null)
      throw conflict('status', messages.checkedInAlready({ at: this.check_in_time }));
    this.status = status;
    this.check_in_time = now;
  }

  /** A patient need not have been checked in. @throws conflict */
  start(now: Date): void {
    this.status = appointmentLifecycle.after('start', this.status);
    this.start_time = now;
  }

  /** A visit need not have been started: then `start_time` stays null. @throws conflict */
  complete(now: Date, came: Partial<VisitOutcome>): void {
    this.status = appointmentLifecycle.after('complete', this.status);
    this.end_time = now;
    assignDefined(this, came, outcome);
  }

  /** What the visit prescribed. */
  prescribe(medicines: PrescribedMedicine[]): void {
    this.prescriptions = medicines;
  }

  /** @throws conflict */
  cancel(reason: string | null, cancelled_by: string | null): void {
    this.status = appointmentLifecycle.after('cancel', this.status);
    this.cancellation_reason = reason;
    this.cancelled_by = cancelled_by;
  }

  /** Another occasion: what was claimed or sent before was about another one. */
  private remindAnew(): void {
    this.reminder_sent = false;
    this.times_moved += 1;
  }
}
