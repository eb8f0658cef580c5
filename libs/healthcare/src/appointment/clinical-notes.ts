import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { PrescriptionService } from '../prescription/prescription.service.js';
import { MedicalRecordService } from '../record/medical-record.service.js';
import type { MedicalRecord } from '../record/medical-record.entity.js';
import type { Visit } from '../record/references.js';
import type { Appointment, PrescribedMedicine } from './appointment.entity.js';

/** A medicine as a completed visit names it. */
export interface NewMedicine {
  medication: string;
  dosage?: string | null;
  duration?: string | null;
  instructions?: string | null;
}

/** Whose visit it was, and who wrote. */
type AttendedVisit = Visit & Pick<Appointment, 'doctor_id'>;

/** The findings of a visit. */
type Finding = Pick<MedicalRecord, 'diagnosis' | 'treatment_plan'>;

/** The records that a completed visit writes. */
@Injectable()
export class ClinicalNotes {
  constructor(
    private readonly prescriptions: PrescriptionService,
    private readonly records: MedicalRecordService,
  ) {}

  /** Makes an active prescription without refills. @returns what the appointment keeps of it */
  async prescribe(ctx: Context, visit: AttendedVisit, medicine: NewMedicine): Promise<PrescribedMedicine> {
    const { patient_id, doctor_id } = visit;
    const data = { patient_id, doctor_id, ...medicine };
    const { id, dosage, duration, instructions, warnings } = await this.prescriptions.createAt(ctx, visit, data);
    return { id, medication: medicine.medication, dosage, duration, instructions, warnings };
  }

  /** Makes a medical record. */
  async record(ctx: Context, visit: AttendedVisit, finding: Finding): Promise<void> {
    const { patient_id, doctor_id } = visit;
    await this.records.createAt(ctx, visit, { patient_id, doctor_id, ...finding, record_type: 'consultation' });
  }
}
