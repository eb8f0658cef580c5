import { Injectable } from '@nestjs/common';
import { AppointmentReminders, type RemindedAppointments } from '@usaha/core';
import { nouns } from '../messages.js';
import { HealthcareConfigurations } from '../settings.js';

/** Reminds patients of appointments, as many hours before as the clinic has set. */
@Injectable()
export class PatientReminders extends AppointmentReminders {
  readonly kind = 'healthcare.appointment_reminder';
  readonly module = 'healthcare';
  readonly subject = nouns.appointment;
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
