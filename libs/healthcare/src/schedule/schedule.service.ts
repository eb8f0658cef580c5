import { Injectable } from '@nestjs/common';
import { ScheduleDays, workingHoursOf, type DayRange, type ScheduleDay, type WorkingHours } from '@usaha/core';
import type { Context } from '@usaha/shared';
import type { Appointment } from '../appointment/appointment.entity.js';
import { AppointmentRepository } from '../appointment/appointment.repository.js';
import { HealthcareConfigurations } from '../settings.js';

/** What a doctor has to do, and the hours in which the doctor works. */
export interface DoctorSchedule {
  doctor_id: string;
  date_from: string | null;
  date_to: string | null;
  working_hours: WorkingHours | null;
  /** Of every status, by their times. */
  appointments: Appointment[];
  /** Each day of a range that is not too long; of another none. */
  days: ScheduleDay[];
}

/** Schedules of doctors: every text that an appointment names is a doctor. */
@Injectable()
export class ScheduleService {
  constructor(
    private readonly appointments: AppointmentRepository,
    private readonly configurations: HealthcareConfigurations,
    private readonly days: ScheduleDays,
  ) {}

  async of(ctx: Context, doctor_id: string, range: DayRange): Promise<DoctorSchedule> {
    const [appointments, settings, days] = await Promise.all([
      // No text in PostgreSQL holds a NUL, so no appointment names such a doctor.
      doctor_id.includes('\0') ? [] : this.appointments.ofDoctor(ctx, doctor_id, range),
      this.configurations.of(ctx),
      this.days.between(ctx, range),
    ]);
    return {
      doctor_id,
      date_from: range.date_from ?? null,
      date_to: range.date_to ?? null,
      working_hours: workingHoursOf(settings.doctors, doctor_id),
      appointments,
      days,
    };
  }
}
