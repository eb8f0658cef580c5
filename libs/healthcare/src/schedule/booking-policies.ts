import { Injectable } from '@nestjs/common';
import { TenantRepository } from '@usaha/core';
import { conflict, prayerAt, publicHolidays, stateNamed, type Context, type StateCode } from '@usaha/shared';
import type { Appointment } from '../appointment/appointment.entity.js';
import { AppointmentRepository } from '../appointment/appointment.repository.js';
import type { HealthcareConfiguration } from '../settings.js';
import { messages } from '../messages.js';

/** The state that a business has in its address; null where it has none that is known. */
export async function stateOf(ctx: Context, tenants: TenantRepository): Promise<StateCode | null> {
  const tenant = await tenants.find(ctx, ctx.tenant_id);
  return stateNamed(tenant?.address?.state);
}

/** Times that a business does not give appointments at. Nothing is refused unless it has asked for that. */
@Injectable()
export class BookingPolicies {
  constructor(
    private readonly appointments: AppointmentRepository,
    private readonly tenants: TenantRepository,
  ) {}

  /**
   * Looks at an appointment as it is to be written. One that takes nobody's time, because it is over or cancelled, may be
   * at any.
   * @throws conflict naming scheduled_date or scheduled_time
   */
  async check(ctx: Context, settings: HealthcareConfiguration, appointment: Appointment): Promise<void> {
    if (!appointment.is_occupying) return;
    if (settings.closed_on_public_holidays || settings.avoid_prayer_times)
      refuseDay(settings, appointment, await stateOf(ctx, this.tenants));
    if (settings.prevent_double_booking) await this.refuseOverlap(ctx, appointment);
  }

  private async refuseOverlap(ctx: Context, appointment: Appointment): Promise<void> {
    const other = await this.appointments.overlapping(ctx, appointment);
    if (!other) return;
    throw conflict(
      'scheduled_time',
      messages.doctorBusy({
        doctor_id: appointment.doctor_id,
        date: other.scheduled_date,
        time: other.scheduled_time,
        minutes: other.duration_minutes,
      }),
    );
  }
}

/** @throws conflict on a public holiday, and where it begins within the time of a prayer */
function refuseDay(
  { closed_on_public_holidays, avoid_prayer_times }: HealthcareConfiguration,
  { scheduled_date, scheduled_time }: Appointment,
  state: StateCode | null,
): void {
  const [holiday] = closed_on_public_holidays ? publicHolidays(scheduled_date, state) : [];
  if (holiday)
    throw conflict(
      'scheduled_date',
      messages.publicHoliday({ date: scheduled_date, holiday: { en: holiday.name_en, ms: holiday.name_ms } }),
    );
  const prayer = avoid_prayer_times ? prayerAt(scheduled_date, scheduled_time, state) : null;
  if (prayer) throw conflict('scheduled_time', messages.timeOfPrayer({ time: scheduled_time, prayer }));
}
