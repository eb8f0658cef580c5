import { Injectable } from '@nestjs/common';
import { toldPerson, type MessageFacts, type MessageSubject } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { PatientRepository } from '../patient/patient.repository.js';
import { AppointmentRepository } from '../appointment/appointment.repository.js';

/** Messages about appointments of patients, by hand. They name neither purpose nor doctor. */
@Injectable()
export class AppointmentMessages implements MessageSubject {
  readonly type = 'healthcare.appointment';
  readonly module = 'healthcare';
  readonly templates = ['appointment_reminder'] as const;

  constructor(
    private readonly appointments: AppointmentRepository,
    private readonly patients: PatientRepository,
  ) {}

  /** null of an appointment that is over, or not to take place. @throws not_found */
  async facts(ctx: Context, id: string): Promise<MessageFacts | null> {
    const appointment = await this.appointments.get(ctx, id);
    const { patient_id, scheduled_at, status } = appointment;
    if (scheduled_at <= ctx.now || (status !== 'scheduled' && status !== 'confirmed')) return null;
    const patient = await this.patients.find(ctx, patient_id);
    if (!patient) return null;
    return {
      ...toldPerson(patient),
      expires_at: scheduled_at,
      values: { day: appointment.scheduled_date, time: appointment.scheduled_time.slice(0, 5) },
    };
  }
}
