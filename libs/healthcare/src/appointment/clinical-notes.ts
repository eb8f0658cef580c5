import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { PrescriptionService } from '../prescription/prescription.service.js';
import { MedicalRecordService } from '../record/medical-record.service.js';
import type { PrescribedMedicine } from './appointment.entity.js';

/** A medicine as a completed visit names it. */
export interface NewMedicine {
  medication: string;
  dosage?: string | null;
  duration?: string | null;
  instructions?: string | null;
}

/** Whose visit it was. */
interface Visit {
  patient_id: string;
  doctor_id: string;
  appointment_id: string;
}

/** What a completed visit writes beside itself. */
@Injectable()
export class ClinicalNotes {
  constructor(
    private readonly prescriptions: PrescriptionService,
    private readonly records: MedicalRecordService,
  ) {}

  /** Makes an active prescription without refills. @returns what the appointment keeps of it */
  async prescribe(ctx: Context, medicine: Visit & NewMedicine): Promise<PrescribedMedicine> {
    const { id, dosage, duration, instructions, warnings } = await this.prescriptions.create(ctx, medicine);
    return { id, medication: medicine.medication, dosage, duration, instructions, warnings };
  }

  /** Makes a medical record. */
  async record(ctx: Context, finding: Visit & { diagnosis: string | null; treatment_plan: string | null }) {
    await this.records.create(ctx, { ...finding, record_type: 'consultation' });
  }
}
