import { Injectable } from '@nestjs/common';
import {
  Database,
  declareReferences,
  equalsId,
  equals,
  equalsKey,
  fromDay,
  toDay,
  type Context,
  type Filters,
} from '@usaha/shared';
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

  /** Whether a medical record of a patient names a file in its attachments. @param of the patient, or one of the patient's records */
  async citesFile(ctx: Context, of: { patient_id: string } | { record_id: string }, file_id: string): Promise<boolean> {
    const isPatient = 'patient_id' in of;
    const patient = isPatient
      ? '$2'
      : `(select x.patient_id from ${this.table.path} x where x.tenant_id = $1 and x.id = $2)`;
    const rows = await ctx.db.read(
      `select 1 from ${this.table.path} r
        where ${this.mine} and r.patient_id = ${patient} and lower(r.attachments::text)::text[] @> array[$3] limit 1`,
      [ctx.tenant_id, isPatient ? of.patient_id : of.record_id, file_id],
    );
    return rows.length > 0;
  }
}
