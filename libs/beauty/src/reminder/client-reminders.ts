import { Injectable } from '@nestjs/common';
import { AppointmentReminders, type RemindedAppointments } from '@usaha/core';
import { nouns } from '../messages.js';
import { BeautyConfigurations } from '../settings.js';

/**
 * Reminds clients of appointments whose time was given with its date, by their reminder_preferences. It is no
 * advertising, so it asks for no consent, but a refusal stops it; clients who were deleted get none.
 */
@Injectable()
export class ClientReminders extends AppointmentReminders {
  readonly kind = 'beauty.appointment_reminder';
  readonly module = 'beauty';
  readonly subject = nouns.beauty_appointment;
  protected readonly reminded: RemindedAppointments = {
    appointments: 'beauty.appointments',
    people: 'beauty.clients',
    person_id: 'client_id',
    at: 'starts_at',
    standing: `r.is_dated and r.status in ('pending', 'confirmed')`,
    wanted: `r.reminder_preferences -> 'email' is distinct from 'false'`,
    own_hours: `(r.reminder_preferences ->> 'reminder_hours_before')::numeric`,
    place: { label: { en: 'Place', ms: 'Tempat' }, told: { en: 'us', ms: 'kami' } },
  };

  constructor(protected readonly configurations: BeautyConfigurations) {
    super();
  }
}
