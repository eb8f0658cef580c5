import { PatientService, patientData } from '@usaha/healthcare';
import { field } from '../../../wire/field.js';
import { personPrivacyController } from '../person-privacy.controller.js';
import { recordsAsKept as records } from '../person-privacy.wire.js';
import { PatientView, patientView } from './patients.wire.js';

export const ReferencePatientPrivacyController = personPrivacyController({
  data: patientData,
  service: PatientService,
  module: 'healthcare',
  collection: 'patients',
  parameter: 'patient_id',
  possessive: "a patient's",
  exported: {
    schema: 'PatientExportView',
    meaning: 'All data stored about one patient',
    content: "the patient's data, health records, bills and audit trail",
    person: ['patient', field.nested('Id of the patient', PatientView)],
    show: (ctx, patient) => patientView(ctx)(patient),
    records: {
      appointments: records('Appointments of the patient, newest first, decrypted'),
      medical_records: records('Medical records of the patient, newest first, decrypted'),
      prescriptions: records('Prescriptions of the patient, newest first, decrypted'),
      vaccinations: records('Vaccinations of the patient, newest first, decrypted'),
      messages: records('Messages to the patient, newest first, without their texts'),
      einvoice_buyers: records('Buyers that the patient is on e-invoices, newest first'),
      einvoices: records('E-invoices to the patient, without their texts, newest first'),
      bills: records('Bills of the patient, newest first, each with its payments'),
    },
    trail: "Audit trail of the patient and of the patient's records: who read, changed or exported them; newest first",
  },
  erased: {
    schema: 'ErasureView',
    meaning: 'The result of an erasure',
    content:
      'names, identity documents, contact and health data of the patient permanently, in appointments and records too; the patient can no longer be found. A deleted patient can be erased as well. Dates and status of appointments are kept; bills are kept unchanged for seven years (Income Tax Act 1967, s.82).',
    id: 'Id of the patient, who can no longer be found',
    counts: {
      appointments: field.count('Number of appointments reduced to date, duration, type and status', 4),
      medical_records: field.count('Number of medical records whose content was erased', 3),
      prescriptions: field.count('Number of prescriptions whose content was erased; active ones become expired', 2),
      vaccinations: field.count('Number of vaccinations whose content was erased', 1),
      bills_kept: field.count('Number of bills kept, as the law requires for seven years', 2),
    },
  },
  accesses:
    "For administrators. Each reading of the patient, the patient's medical history, vaccinations, medical records, appointments and prescriptions, and each export, newest first (A-373). Pages of lists are not recorded.",
});
