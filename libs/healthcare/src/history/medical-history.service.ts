import { Injectable } from '@nestjs/common';
import type { Context, Page, PageRequest } from '@usaha/shared';
import type { Appointment } from '../appointment/appointment.entity.js';
import { AppointmentRepository } from '../appointment/appointment.repository.js';
import { PatientService } from '../patient/patient.service.js';
import type { MedicalRecord } from '../record/medical-record.entity.js';
import { MedicalRecordRepository } from '../record/medical-record.repository.js';
import type { Prescription } from '../prescription/prescription.entity.js';
import { PrescriptionRepository } from '../prescription/prescription.repository.js';
import type { Vaccination } from '../vaccination/vaccination.entity.js';
import { VaccinationRepository } from '../vaccination/vaccination.repository.js';

/** All that is known of a patient's health: the same page of each kind, newest first. */
export interface MedicalHistory {
  patient_id: string;
  medical_records: Page<MedicalRecord>;
  appointments: Page<Appointment>;
  prescriptions: Page<Prescription>;
  vaccinations: Page<Vaccination>;
}

/** The medical histories of the context's tenant. */
@Injectable()
export class MedicalHistoryService {
  constructor(
    private readonly patients: PatientService,
    private readonly records: MedicalRecordRepository,
    private readonly appointments: AppointmentRepository,
    private readonly prescriptions: PrescriptionRepository,
    private readonly vaccinations: VaccinationRepository,
  ) {}

  /** That it was read is put on the audit trail, like every reading of a patient's record. @throws not_found */
  async of(ctx: Context, id: string, page: PageRequest): Promise<MedicalHistory> {
    const query = { patient_id: id };
    // Sent together: one round trip, however many kinds there are.
    const [patient, medical_records, appointments, prescriptions, vaccinations] = await Promise.all([
      this.patients.read(ctx, id),
      this.records.list(ctx, query, page),
      this.appointments.list(ctx, query, page),
      this.prescriptions.list(ctx, query, page),
      this.vaccinations.list(ctx, query, page),
    ]);
    return { patient_id: patient.id, medical_records, appointments, prescriptions, vaccinations };
  }
}
