import type { FileCollection } from '@usaha/core';
import type { PatientRepository } from './patient/patient.repository.js';
import type { MedicalRecordRepository } from './record/medical-record.repository.js';

/** Role user reads no file of a clinic, and each reading is on the audit trail. */
const ofClinic = { module: 'healthcare', readBy: 'staff', isOnTrail: true } as const;

/** The collections of healthcare whose records have files. */
export const fileCollections = (patients: PatientRepository, records: MedicalRecordRepository): FileCollection[] => [
  { ...ofClinic, resource: 'healthcare.patients', table: 'healthcare.patients', records: patients },
  { ...ofClinic, resource: 'healthcare.medical-records', table: 'healthcare.medical_records', records },
];
