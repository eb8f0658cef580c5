import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';
import { ChargedRecord } from '../payment/charged-record.js';

export const beautyAppointmentStatuses = [
  'pending',
  'confirmed',
  'in_progress',
  'completed',
  'cancelled',
  'no_show',
] as const;
export type BeautyAppointmentStatus = (typeof beautyAppointmentStatuses)[number];

/** How a client wants to be reminded; further keys are kept as they were sent. */
export interface ReminderPreferences {
  email?: boolean | null;
  /** Kept; nothing is sent by it. */
  sms?: boolean | null;
  /** Whole hours, 0 or more. */
  reminder_hours_before?: number | null;
}

/** What was done at an appointment, as it was sent. */
export interface RenderedService {
  service_id: string;
  notes?: string | null;
  /** Texts, or objects like { product_id, quantity }. */
  products_used?: unknown[] | null;
  recommendations?: string[] | null;
}

/** A client's visit to a salon: one or more services, each with its member of staff and its time. */
@Entity({ schema: 'beauty', name: 'appointments' })
export class BeautyAppointment extends ChargedRecord {
  @columns.uuid() client_id!: string;
  @columns.choice(beautyAppointmentStatuses) status: BeautyAppointmentStatus = 'pending';
  /** The day in Malaysia of the earliest start, else of creation. */
  @columns.day() day!: string;
  /** The earliest start, a plain time on its day; null without times. */
  @columns.instant({ nullable: true }) starts_at: Date | null = null;
  /** Whether the earliest start was given with its date: only of such a one a client is reminded. */
  @columns.flag() is_dated = false;
  @columns.count() total_duration_minutes = 0;
  @columns.sealedTogether() protected readonly particulars!: object;
  @columns.sealedWithin('particulars') notes!: string | null;
  @columns.sealedWithin('particulars') special_requests!: string | null;
  @columns.sealedWithin('particulars') services_rendered!: RenderedService[] | null;
  @columns.sealedWithin('particulars') staff_notes!: string | null;
  @columns.sealedWithin('particulars') cancellation_reason!: string | null;
  @columns.object({ nullable: true }) reminder_preferences: ReminderPreferences | null = null;
  /** Whether a mail server accepted the reminder of this time. */
  @columns.flag() reminder_sent = false;
  /** How often time or client became another one: an appointment that was moved away and back is reminded of anew. */
  @columns.count() times_moved = 0;
  /** Moments, each null until it has come. */
  @columns.instant({ nullable: true }) checked_in_at: Date | null = null;
  @columns.instant({ nullable: true }) started_at: Date | null = null;
  @columns.instant({ nullable: true }) completed_at: Date | null = null;
  @columns.instant({ nullable: true }) cancelled_at: Date | null = null;
  /** Who cancelled it, as sent; by default the user who did. */
  @columns.text({ nullable: true, personal: true }) cancelled_by: string | null = null;
  @columns.flag() follow_up_required = false;
  @columns.day({ nullable: true, personal: true }) follow_up_date: string | null = null;
}
