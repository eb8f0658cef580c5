import type { Erasure, PersonExported } from '@usaha/core';
import type { Patient, patientData } from '@usaha/healthcare';
import type { Context } from '@usaha/shared';
import { field } from '../../wire/field.js';
import { AuditView } from '../core/audit.wire.js';
import { erasedView, exportedView, recordsAsKept as records } from '../person-privacy.wire.js';
import { PatientView, patientView } from './patients.wire.js';

type RecordName = keyof typeof patientData.records;

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

export const patientExportView = (ctx: Context, exported: PersonExported<Patient, RecordName>): PatientExportView =>
  exportedView(ctx.now, exported, { patient: patientView(ctx)(exported.person) });

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

export const erasureView = (erasure: Erasure<Patient, RecordName>): ErasureView => ({
  ...erasedView(erasure),
  appointments: erasure.blanked.appointments,
  medical_records: erasure.blanked.medical_records,
  prescriptions: erasure.blanked.prescriptions,
  vaccinations: erasure.blanked.vaccinations,
  bills_kept: erasure.kept.bills,
});
