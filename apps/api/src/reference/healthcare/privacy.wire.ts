import type { Erasure, PersonExported } from '@usaha/core';
import type { Patient, patientData } from '@usaha/healthcare';
import { field } from '../../wire/field.js';
import { AuditView } from '../core/audit.wire.js';
import { erasedView, exportedView, recordsAsKept as records } from '../person-privacy.wire.js';
import { PatientView, patientView } from './patients.wire.js';

type RecordName = keyof typeof patientData.records;

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

export const patientExportView = (now: Date, exported: PersonExported<Patient, RecordName>): PatientExportView =>
  exportedView(now, exported, { patient: patientView(now)(exported.person) });

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

export const erasureView = (erasure: Erasure<Patient, RecordName>): ErasureView => ({
  ...erasedView(erasure),
  appointments: erasure.blanked.appointments,
  medical_records: erasure.blanked.medical_records,
  prescriptions: erasure.blanked.prescriptions,
  vaccinations: erasure.blanked.vaccinations,
  bills_kept: erasure.kept.bills,
});
