import { Injectable } from '@nestjs/common';
import { Database, declareReferences, equalsId, equals, equalsKey, fromDay, toDay, type Filters } from '@usaha/shared';
import { MedicalRecord } from './medical-record.entity.js';
import { medicalRecordEvents } from './medical-record.events.js';
import { ClinicalRepository } from './clinical-record.js';
import { nouns } from '../messages.js';

/** Filters of a list of medical records. Dates are calendar days, UTC+8, both included. */
export interface MedicalRecordQuery {
  patient_id?: string;
  doctor_id?: string;
  /** The same text, in any case. */
  record_type?: string;
  date_from?: string;
  date_to?: string;
}

const filters: Filters<MedicalRecordQuery> = {
  patient_id: equalsId('patient_id'),
  doctor_id: equals('doctor_id'),
  record_type: equalsKey('record_type_key'),
  date_from: fromDay('created_at'),
  date_to: toDay('created_at'),
};

declareReferences({ medical_records_patient: 'patient_id', medical_records_appointment: 'appointment_id' });

/** The medical records of a tenant. */
@Injectable()
export class MedicalRecordRepository extends ClinicalRepository<MedicalRecord, MedicalRecordQuery> {
  constructor(database: Database) {
    super(database, MedicalRecord, { noun: nouns.medical_record, filters, events: medicalRecordEvents });
  }
}
