import type { Context, Page, PageRequest } from '@usaha/shared';
import type { Appointment } from '../appointment/appointment.entity.js';
import type { AppointmentRepository } from '../appointment/appointment.repository.js';
import type { PatientService } from '../patient/patient.service.js';
import type { MedicalRecord } from '../record/medical-record.entity.js';
import type { MedicalRecordRepository } from '../record/medical-record.repository.js';
import type { Prescription } from '../prescription/prescription.entity.js';
import type { PrescriptionRepository } from '../prescription/prescription.repository.js';
import type { Vaccination } from '../vaccination/vaccination.entity.js';
import type { VaccinationRepository } from '../vaccination/vaccination.repository.js';

/** All that is known of a patient's health: the same page of each kind, newest first. */
export interface MedicalHistory {
  patient_id: string;
  medical_records: Page<MedicalRecord>;
  appointments: Page<Appointment>;
  prescriptions: Page<Prescription>;
  vaccinations: Page<Vaccination>;
}

export interface MedicalHistoryParts {
  patients: PatientService;
  records: MedicalRecordRepository;
  appointments: AppointmentRepository;
  prescriptions: PrescriptionRepository;
  vaccinations: VaccinationRepository;
}

/** The medical histories of the context's tenant. */
export class MedicalHistoryService {
  constructor(private readonly parts: MedicalHistoryParts) {}

  /** That it was read is put on the audit trail, like every reading of a patient's record. @throws not_found */
  async of(ctx: Context, id: string, page: PageRequest): Promise<MedicalHistory> {
    const query = { patient_id: id };
    // Sent together: one round trip, however many kinds there are.
    const [patient, medical_records, appointments, prescriptions, vaccinations] = await Promise.all([
      this.parts.patients.read(ctx, id),
      this.parts.records.list(ctx, query, page),
      this.parts.appointments.list(ctx, query, page),
      this.parts.prescriptions.list(ctx, query, page),
      this.parts.vaccinations.list(ctx, query, page),
    ]);
    return { patient_id: patient.id, medical_records, appointments, prescriptions, vaccinations };
  }
}
