import { Injectable } from '@nestjs/common';
import { AppointmentReminders, lookBy, type RemindedAppointments } from '@usaha/core';
import { nouns } from '../messages.js';
import { HealthcareConfigurations, REMINDER_HOURS } from '../settings.js';

const hoursLater = (now: Date, hours: number): Date => new Date(now.getTime() + hours * 3_600_000);

/** Reminds patients of appointments, as many hours before as the clinic has set. */
@Injectable()
export class PatientReminders extends AppointmentReminders {
  readonly kind = 'healthcare.appointment_reminder';
  readonly module = 'healthcare';
  readonly subject = nouns.appointment;
  readonly among = lookBy('healthcare.tenants_to_remind', (now) => [
    now,
    hoursLater(now, REMINDER_HOURS.usual),
    hoursLater(now, REMINDER_HOURS.most),
  ]);
  protected readonly subject_type = 'healthcare.appointment';
  protected readonly reminded: RemindedAppointments = {
    appointments: 'healthcare.appointments',
    people: 'healthcare.patients',
    person_id: 'patient_id',
    at: 'scheduled_at',
    standing: `r.status in ('scheduled', 'confirmed')`,
    place: { label: { en: 'Clinic', ms: 'Klinik' }, told: { en: 'the clinic', ms: 'klinik' } },
  };

  constructor(protected readonly configurations: HealthcareConfigurations) {
    super();
  }
}
