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

@field.record('Everything held on one patient')
export class PatientExportView {
  @field.instant('When it was gathered (UTC)') exported_at!: Date;
  @field.nested('The patient', PatientView) patient!: PatientView;
  @records('His appointments, newest first, in clear') appointments!: Record<string, unknown>[];
  @records('His medical records, newest first, in clear') medical_records!: Record<string, unknown>[];
  @records('His prescriptions, newest first, in clear') prescriptions!: Record<string, unknown>[];
  @records('His vaccinations, newest first, in clear') vaccinations!: Record<string, unknown>[];
  @records('His bills, newest first, each with its payments') bills!: Record<string, unknown>[];
  @field.nestedList('What was done to him and to what is his: who read, changed, exported it; newest first', AuditView)
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

@field.record('What an erasure did')
export class ErasureView {
  @field.id('Id of the patient, who is not found any more') id!: string;
  @field.flag('Always true', true) erased!: boolean;
  @field.instant('When it was done (UTC)') erased_at!: Date;
  @field.count('Appointments of which only date, length, kind and status are left', 4) appointments!: number;
  @field.count('Medical records that were blanked', 3) medical_records!: number;
  @field.count('Prescriptions that were blanked; active ones are expired', 2) prescriptions!: number;
  @field.count('Vaccinations that were blanked', 1) vaccinations!: number;
  @field.count('Bills that stay whole, since the law on accounts asks for seven years', 2) bills_kept!: number;
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
