import { Injectable } from '@nestjs/common';
import { AppointmentReminders, lookBy, type RemindedAppointments } from '@usaha/core';
import { nouns } from '../messages.js';
import { BeautyConfigurations, REMINDER_HOURS } from '../settings.js';

const hoursLater = (now: Date, hours: number): Date => new Date(now.getTime() + hours * 3_600_000);

/**
 * Reminds clients of appointments whose time was given with its date, by their reminder_preferences. It is no
 * advertising, so it asks for no consent, but a refusal stops it; clients who were deleted get none.
 */
@Injectable()
export class ClientReminders extends AppointmentReminders {
  readonly kind = 'beauty.appointment_reminder';
  readonly module = 'beauty';
  readonly subject = nouns.beauty_appointment;
  readonly among = lookBy('beauty.tenants_to_remind', (now) => [
    now,
    hoursLater(now, REMINDER_HOURS.usual),
    hoursLater(now, REMINDER_HOURS.most),
  ]);
  protected readonly subject_type = 'beauty.appointment';
  protected readonly reminded: RemindedAppointments = {
    appointments: 'beauty.appointments',
    people: 'beauty.clients',
    person_id: 'client_id',
    at: 'starts_at',
    standing: `r.is_dated and r.status in ('pending', 'confirmed')`,
    own_ways: 'r.reminder_preferences',
    own_hours: `(r.reminder_preferences ->> 'reminder_hours_before')::numeric`,
    place: { label: { en: 'Place', ms: 'Tempat' }, told: { en: 'us', ms: 'kami' } },
  };

  constructor(protected readonly configurations: BeautyConfigurations) {
    super();
  }
}
