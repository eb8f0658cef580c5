import {
  beautyAppointmentStatuses,
  type BeautyAppointmentStatus,
  type FreeSlot,
  type StaffSchedule,
  type WaitingVisit,
} from '@usaha/beauty';
import type { Language } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { plainView, plainViewFor } from '../../../wire/view.js';
import { ReferencePage, sortedBy } from '../reference.js';
import { PrayerTimesView, PublicHolidayView } from '../schedule-days.wire.js';
import { BeautyAppointmentView, beautyAppointmentView } from './appointments.wire.js';

/** GET /api/v1/beauty/clients/{client_id}/history/. */
export class ClientHistoryListQuery extends sortedBy('created_at', 'updated_at') {
  @param.day('On this day or later (UTC+8)', '2030-06-01') date_from?: string;
  @param.day('On this day or earlier (UTC+8)', '2030-06-30') date_to?: string;
}

/** GET /api/v1/beauty/staff/{staff_id}/schedule/. */
export class StaffScheduleListQuery {
  @param.day('On this day or later (UTC+8)', '2030-06-10') date_from?: string;
  @param.day('On this day or earlier (UTC+8)', '2030-06-16') date_to?: string;
}

@field.record('A service that a member of staff gives on a day')
export class BookedLineView {
  @field.id('Id of the appointment') appointment_id!: string;
  @field.text('Name of the service when it was booked', 'Deep cleansing facial') service_name!: string;
  @field.text('Start, as sent', '2030-06-10T10:00:00+08:00', { nullable: true }) start_time!: string | null;
  @field.text('End, as sent or worked out', '2030-06-10T10:45:00+08:00', { nullable: true }) end_time!: string | null;
  @field.choice('Status of the appointment', beautyAppointmentStatuses) status!: BeautyAppointmentStatus;
}

@field.record('A day of a schedule')
export class StaffScheduleDayView {
  @field.day('Date', '2030-06-10') date!: string;
  @field.texts('Working hours of that weekday, as set; null if no hours are set (A-252)', ['10:00-19:00'], {
    nullable: true,
  })
  working_hours!: string[] | null;
  @field.nestedList("The member's services of that day, in order of time", BookedLineView) booked!: BookedLineView[];
  @field.nestedList(
    'Public holidays of the state in the address of the business; without a state, national holidays',
    PublicHolidayView,
  )
  public_holidays!: PublicHolidayView[];
  @field.flag('Whether the public holidays of its year are known; false: public_holidays says nothing', true)
  coverage!: boolean;
  @field.nested(
    'Prayer times calculated for the capital of the state; without a state, for Kuala Lumpur',
    PrayerTimesView,
  )
  prayer_times!: PrayerTimesView;
}

@field.record('A schedule of a member of staff')
export class StaffScheduleView {
  @field.id('Id of the member of staff') staff_id!: string;
  @field.day('As requested', '2030-06-10', { nullable: true }) date_from!: string | null;
  @field.day('As requested', '2030-06-16', { nullable: true }) date_to!: string | null;
  @field.object(
    'Working hours by weekday; null if no hours are set',
    { monday: ['10:00-14:00', '15:00-19:00'] },
    { nullable: true },
  )
  working_hours!: Record<string, string[]> | null;
  @field.nestedList(
    'Appointments of every status with a service of the member in the range, in order of time',
    BeautyAppointmentView,
  )
  appointments!: BeautyAppointmentView[];
  @field.nestedList(
    'One entry per day for a range of up to 31 days; empty for a longer range (A-251)',
    StaffScheduleDayView,
  )
  days!: StaffScheduleDayView[];
}

/** By the language that the client reads. */
export const staffScheduleView = plainViewFor<StaffSchedule, StaffScheduleView, Language>(StaffScheduleView, {
  fields: { appointments: ({ appointments }, language) => appointments.map(beautyAppointmentView(language)) },
});

/** GET /api/v1/beauty/free-slots/. */
export class FreeSlotQuery {
  @param.text('Id of the service; a request without it is refused', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a')
  service_id?: string;
  @param.day('Day (UTC+8); default: today', '2030-06-10') date?: string;
  @param.text('Id of a member of staff', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b7c') staff_id?: string;
  @param.text('Gender of the member of staff, ignoring case', 'female') staff_gender?: string;
}

@field.record('A time at which a member of staff can give a service')
export class FreeSlotView {
  @field.id('Id of the member of staff') staff_id!: string;
  @field.text('First and last name of the member of staff', 'Mei Ling', { max: 1_001 }) staff_name!: string;
  @field.text('Start (UTC+8)', '2030-06-10T10:00:00+08:00') start_time!: string;
  @field.text('End after the duration of the service (UTC+8)', '2030-06-10T10:45:00+08:00') end_time!: string;
}

export const freeSlotView = plainView<FreeSlot, FreeSlotView>(FreeSlotView);

/** GET /api/v1/beauty/waiting-list/. */
export class WaitingListQuery extends ReferencePage {
  @param.day('Day (UTC+8); default: today', '2030-06-10') date?: string;
}

@field.record('A client who waits')
export class WaitingVisitView {
  @field.id('Id of the appointment') appointment_id!: string;
  @field.id('Id of the client', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b8d', { nullable: true }) client_id!: string | null;
  @field.text('First and last name; null of a deleted client', 'Siti Nur', { nullable: true, max: 1_001 })
  client_name!: string | null;
  @field.flag('Whether a membership gives priority on the day, with apply_membership_benefits (A-355)', false)
  priority!: boolean;
  @field.instant('When the client was checked in (UTC)') checked_in_at!: Date;
  @field.instant('Start of the first service (UTC); null without a time', { nullable: true }) starts_at!: Date | null;
  @field.texts('Names of the services', ['Deep cleansing facial']) services!: string[];
}

export const waitingVisitView = plainView<WaitingVisit, WaitingVisitView>(WaitingVisitView);
