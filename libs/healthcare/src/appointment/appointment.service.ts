import { Injectable } from '@nestjs/common';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { PatientRepository } from '../patient/patient.repository.js';
import { recordListed } from '../privacy/listed-patient.js';
import { BookingPolicies } from '../schedule/booking-policies.js';
import { HealthcareConfigurations } from '../settings.js';
import { Appointment, DEFAULT_MINUTES, type AppointmentDetails, type Move } from './appointment.entity.js';
import { AppointmentRepository, type AppointmentQuery } from './appointment.repository.js';
import { ClinicalNotes, type NewMedicine } from './clinical-notes.js';

/** What an appointment is made from. */
export type NewAppointment = Pick<Appointment, 'patient_id' | 'doctor_id' | 'scheduled_at'> &
  /** More than 0, 30 unless given; any status, scheduled unless given. */
  Partial<AppointmentDetails & Pick<Appointment, 'duration_minutes' | 'status'>>;

/** What may be changed; what is absent stays, null clears an optional field. */
export type AppointmentChanges = Partial<AppointmentDetails & Pick<Appointment, 'patient_id' | 'status'>> & Move;

export interface Cancellation {
  reason?: string | null;
  /** The actor unless given. */
  cancelled_by?: string | null;
}

/** What a visit is completed with. */
export interface Completion {
  doctor_notes?: string | null;
  /** With a treatment plan or alone: a medical record of the patient. */
  diagnosis?: string | null;
  treatment_plan?: string | null;
  follow_up_required?: boolean;
  /** YYYY-MM-DD */
  follow_up_date?: string | null;
  /** Each becomes a prescription of the patient. */
  prescriptions?: NewMedicine[] | null;
}

/** What decides whether a time can be had; a change of anything else is not asked for it again. */
const timing = ['scheduled_at', 'ends_at', 'doctor_id'];

/**
 * The appointments of the context's tenant. Locked in this order: the patient, as an erasure does, the
 * appointment, the doctor's calendar.
 */
@Injectable()
export class AppointmentService {
  constructor(
    private readonly appointments: AppointmentRepository,
    private readonly patients: PatientRepository,
    private readonly policies: BookingPolicies,
    private readonly configurations: HealthcareConfigurations,
    private readonly notes: ClinicalNotes,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Appointment> {
    return this.appointments.get(ctx, id);
  }

  /** Reads an appointment to show it; recorded in the audit trail. @throws not_found */
  read(ctx: Context, id: string): Promise<Appointment> {
    return this.appointments.readOnTrail(ctx, id);
  }

  /** Recorded in the audit trail where it is filtered by a patient. */
  list(ctx: Context, query: AppointmentQuery, page: PageRequest): Promise<Page<Appointment>> {
    const found = this.appointments.list(ctx, query, page);
    recordListed(ctx, query);
    return found;
  }

  /** Those of a day in Malaysia, in the order of their times. */
  ofDay(ctx: Context, date: string, page: PageRequest): Promise<Page<Appointment>> {
    return this.appointments.ofDay(ctx, date, page);
  }

  /** @throws invalid for an unknown patient, conflict where a policy of the tenant refuses the time */
  async create(ctx: Context, data: NewAppointment): Promise<Appointment> {
    const { patient_id, scheduled_at, duration_minutes = DEFAULT_MINUTES, status, ...details } = data;
    const [settings] = await Promise.all([
      this.configurations.of(ctx),
      this.patients.assertExists(ctx, 'patient_id', patient_id, { lock: true }),
    ]);
    const appointment = new Appointment();
    appointment.book(patient_id.toLowerCase());
    appointment.describe(details);
    appointment.schedule(scheduled_at, duration_minutes);
    if (status !== undefined) appointment.setStatus(status);
    await this.policies.check(ctx, settings, appointment);
    return this.appointments.insert(ctx, appointment);
  }

  /** @throws not_found, and what `create` throws where patient or time become others */
  async update(ctx: Context, id: string, changes: AppointmentChanges): Promise<Appointment> {
    const { appointments, patients, policies, configurations } = this;
    const { patient_id, scheduled_date, scheduled_time, duration_minutes, status, ...details } = changes;
    const patient = patient_id === undefined ? null : await patients.lockIfExists(ctx, patient_id);
    const appointment = await appointments.lock(ctx, id);
    // The one that it has may have been deleted since.
    if (patient_id !== undefined && !patient && patient_id.toLowerCase() !== appointment.patient_id)
      patients.refuseUnknown('patient_id');
    const wasOccupying = appointment.is_occupying;
    if (patient) appointment.book(patient.id);
    appointment.describe(details);
    appointment.move({ scheduled_date, scheduled_time, duration_minutes });
    if (status !== undefined) appointment.setStatus(status);
    const changed = appointments.changedFields(appointment);
    if (appointment.is_occupying && (!wasOccupying || timing.some((field) => changed.includes(field))))
      await policies.check(ctx, await configurations.of(ctx), appointment);
    return appointments.save(ctx, appointment);
  }

  /** @throws not_found, conflict when it is over */
  async cancel(ctx: Context, id: string, { reason, cancelled_by }: Cancellation): Promise<Appointment> {
    const appointment = await this.appointments.lock(ctx, id);
    appointment.cancel(reason ?? null, cancelled_by ?? ctx.actor?.user_id ?? null);
    return this.appointments.save(ctx, appointment, 'cancel');
  }

  /** @throws not_found, conflict when it is over, has begun, or the patient is here already */
  async checkIn(ctx: Context, id: string): Promise<Appointment> {
    const appointment = await this.appointments.lock(ctx, id);
    appointment.checkIn(ctx.now);
    return this.appointments.save(ctx, appointment, 'check_in');
  }

  /** @throws not_found, conflict when it is over or has begun */
  async start(ctx: Context, id: string): Promise<Appointment> {
    const appointment = await this.appointments.lock(ctx, id);
    appointment.start(ctx.now);
    return this.appointments.save(ctx, appointment, 'start');
  }

  /**
   * Prescriptions and medical record are written with it, or nothing is.
   * @throws not_found, conflict when it is over, invalid where they are for a patient who was deleted
   */
  async complete(ctx: Context, id: string, completion: Completion): Promise<Appointment> {
    const { appointments, patients, notes } = this;
    const { doctor_notes, diagnosis, treatment_plan, follow_up_required, follow_up_date } = completion;
    const medicines = completion.prescriptions ?? [];
    const isFinding = isGiven(diagnosis) || isGiven(treatment_plan);
    if (isFinding || medicines.length > 0) await patients.lockIfExists(ctx, (await this.get(ctx, id)).patient_id);
    const appointment = await appointments.lock(ctx, id);
    appointment.complete(ctx.now, {
      doctor_notes: doctor_notes ?? null,
      follow_up_required: follow_up_required ?? false,
      follow_up_date: follow_up_date ?? null,
    });
    // Sent together: as many round trips as one takes, however many there are.
    const prescribed = await Promise.all(medicines.map((medicine) => notes.prescribe(ctx, appointment, medicine)));
    if (prescribed.length > 0) appointment.prescribe(prescribed);
    if (isFinding)
      await notes.record(ctx, appointment, { diagnosis: diagnosis ?? null, treatment_plan: treatment_plan ?? null });
    return appointments.save(ctx, appointment, 'complete');
  }
}

const isGiven = (text: string | null | undefined): boolean => (text ?? '').trim() !== '';
