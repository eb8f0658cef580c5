import { Injectable } from '@nestjs/common';
import { Calendar, DayPolicies, type Bookings, type WantedTime } from '@usaha/core';
import type { Context } from '@usaha/shared';
import type { Appointment } from '../appointment/appointment.entity.js';
import { AppointmentRepository } from '../appointment/appointment.repository.js';
import { messages } from '../messages.js';
import type { HealthcareConfiguration } from '../settings.js';

/** Doctors among the owners of calendars. */
const DOCTOR = 'healthcare.doctor';

/** Times that a clinic does not give appointments at. Nothing is refused unless it has asked for that. */
@Injectable()
export class BookingPolicies {
  private readonly bookings: Bookings<WantedTime>;

  constructor(
    appointments: AppointmentRepository,
    private readonly calendar: Calendar,
    private readonly days: DayPolicies,
  ) {
    this.bookings = {
      async clash(ctx, wanted, except) {
        const clashes = await Promise.all(
          wanted.map(async ({ owner, field, ...span }) => {
            const other = await appointments.overlapping(ctx, owner.id, span, except);
            return other && { field, message: busy(other) };
          }),
        );
        return clashes.find((clash) => clash !== null) ?? null;
      },
    };
  }

  /**
   * Looks at an appointment as it is to be written. One that takes no doctor's time, because it is over or cancelled, may be
   * at any.
   * @throws conflict naming scheduled_date or scheduled_time
   */
  async check(ctx: Context, settings: HealthcareConfiguration, appointment: Appointment): Promise<void> {
    if (!appointment.is_occupying) return;
    const { id, doctor_id, scheduled_at: from, ends_at: to } = appointment;
    await this.days.check(ctx, settings, [{ from, to, fields: { day: 'scheduled_date', time: 'scheduled_time' } }]);
    if (!settings.prevent_double_booking) return;
    const doctor = { kind: DOCTOR, id: doctor_id };
    await this.calendar.reserve(ctx, [{ owner: doctor, from, to, field: 'scheduled_time' }], this.bookings, id);
  }
}

const busy = (other: Appointment) =>
  messages.doctorBusy({
    doctor_id: other.doctor_id,
    date: other.scheduled_date,
    time: other.scheduled_time,
    minutes: other.duration_minutes,
  });
