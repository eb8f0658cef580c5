import type { FileCollection } from '@usaha/core';
import type { PatientRepository } from './patient/patient.repository.js';
import type { MedicalRecordRepository } from './record/medical-record.repository.js';

export const PATIENTS = 'healthcare.patients';
export const MEDICAL_RECORDS = 'healthcare.medical-records';

/** Role user reads no file of a clinic, and each reading is on the audit trail. */
const ofClinic = { module: 'healthcare', readBy: 'staff', isOnTrail: true } as const;

/** The collections of healthcare whose records have files. */
export const fileCollections = (patients: PatientRepository, records: MedicalRecordRepository): FileCollection[] => [
  {
    ...ofClinic,
    resource: PATIENTS,
    table: 'healthcare.patients',
    records: patients,
    names: (ctx, { id, record_id }) => records.citesFile(ctx, { patient_id: record_id }, id),
  },
  {
    ...ofClinic,
    resource: MEDICAL_RECORDS,
    table: 'healthcare.medical_records',
    records,
    names: (ctx, { id, record_id }) => records.citesFile(ctx, { record_id }, id),
  },
];
