import { ApiProperty } from '@nestjs/swagger';
import type { Erasure, PatientExport } from '@usaha/healthcare';
import { field } from '../../wire/field.js';
import { AuditView, auditView } from '../core/audit.wire.js';
import { PatientView, patientView } from './patients.wire.js';

/** Records as they are kept, by the names of their columns. */
const records =
  (description: string): PropertyDecorator =>
  (target, key) =>
    ApiProperty({
      description,
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      example: [{ id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', created_at: '2026-03-10T08:30:00.000Z' }],
    })(target, key);

@field.record('All data stored about one patient')
export class PatientExportView {
  @field.instant('When the export was made (UTC)') exported_at!: Date;
  @field.nested('Id of the patient', PatientView) patient!: PatientView;
  @records('Appointments of the patient, newest first, decrypted') appointments!: Record<string, unknown>[];
  @records('Medical records of the patient, newest first, decrypted') medical_records!: Record<string, unknown>[];
  @records('Prescriptions of the patient, newest first, decrypted') prescriptions!: Record<string, unknown>[];
  @records('Vaccinations of the patient, newest first, decrypted') vaccinations!: Record<string, unknown>[];
  @records('Bills of the patient, newest first, each with its payments') bills!: Record<string, unknown>[];
  @field.nestedList(
    "Audit trail of the patient and of the patient's records: who read, changed or exported them; newest first",
    AuditView,
  )
  audit_entries!: AuditView[];
}

export const patientExportView = (
  now: Date,
  { patient, audit_entries, ...held }: PatientExport,
): PatientExportView => ({
  exported_at: now,
  patient: patientView(now)(patient),
  appointments: held.appointments,
  medical_records: held.medical_records,
  prescriptions: held.prescriptions,
  vaccinations: held.vaccinations,
  bills: held.bills,
  audit_entries: audit_entries.map(auditView),
});

@field.record('The result of an erasure')
export class ErasureView {
  @field.id('Id of the patient, who can no longer be found') id!: string;
  @field.flag('Always true', true) erased!: boolean;
  @field.instant('When it was done (UTC)') erased_at!: Date;
  @field.count('Number of appointments reduced to date, duration, type and status', 4) appointments!: number;
  @field.count('Number of medical records whose content was erased', 3) medical_records!: number;
  @field.count('Number of prescriptions whose content was erased; active ones become expired', 2)
  prescriptions!: number;
  @field.count('Number of vaccinations whose content was erased', 1) vaccinations!: number;
  @field.count('Number of bills kept, as the law requires for seven years', 2) bills_kept!: number;
}

export const erasureView = ({ patient, ...counts }: Erasure): ErasureView => ({
  id: patient.id,
  erased: true,
  erased_at: patient.erased_at as Date,
  appointments: counts.appointments,
  medical_records: counts.medical_records,
  prescriptions: counts.prescriptions,
  vaccinations: counts.vaccinations,
  bills_kept: counts.bills_kept,
});
