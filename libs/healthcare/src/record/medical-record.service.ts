import { Injectable } from '@nestjs/common';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { PatientRepository } from '../patient/patient.repository.js';
import { MedicalRecord, type MedicalRecordDetails } from './medical-record.entity.js';
import { MedicalRecordRepository, type MedicalRecordQuery } from './medical-record.repository.js';
import { appointmentNamed } from './references.js';

/** What may be changed of a medical record; what is absent stays, null clears an optional field. */
export type MedicalRecordChanges = Partial<MedicalRecordDetails>;

/** The data of a new medical record: patient and optional details. */
export type NewMedicalRecord = MedicalRecordChanges & Pick<MedicalRecord, 'patient_id'>;

/** The medical records of the context's tenant. They stay when their patient is deleted. */
@Injectable()
export class MedicalRecordService {
  constructor(
    private readonly records: MedicalRecordRepository,
    private readonly patients: PatientRepository,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<MedicalRecord> {
    return this.records.get(ctx, id);
  }

  /** Reads a record to show it; recorded in the audit trail (PDPA 2010, s.9). @throws not_found */
  async read(ctx: Context, id: string): Promise<MedicalRecord> {
    const record = await this.records.get(ctx, id);
    ctx.db.record(ctx, { action: 'read', record_type: this.records.noun, record_id: record.id, changes: {} });
    return record;
  }

  list(ctx: Context, query: MedicalRecordQuery, page: PageRequest): Promise<Page<MedicalRecord>> {
    return this.records.list(ctx, query, page);
  }

  /** @throws invalid (unknown patient_id or appointment_id) */
  async create(ctx: Context, data: NewMedicalRecord): Promise<MedicalRecord> {
    const appointment_id = appointmentNamed(data.appointment_id);
    const patient = await this.patients.holdNamed(ctx, 'patient_id', data.patient_id);
    const record = new MedicalRecord();
    record.describe({ ...data, appointment_id, patient_id: patient.id });
    return this.records.insert(ctx, record);
  }

  /** @throws not_found, invalid (unknown patient_id or appointment_id) */
  async update(ctx: Context, id: string, changes: MedicalRecordChanges): Promise<MedicalRecord> {
    const { patient_id } = changes;
    // Locks the patient before the record, in the order of an erasure.
    const patient = patient_id === undefined ? null : await this.patients.holdIfThere(ctx, patient_id);
    const record = await this.records.hold(ctx, id);
    const appointment_id = appointmentNamed(changes.appointment_id);
    if (patient_id !== undefined && !patient && patient_id.toLowerCase() !== record.patient_id)
      this.patients.refuseUnknown('patient_id');
    record.describe({ ...changes, appointment_id, patient_id: patient?.id });
    return this.records.save(ctx, record);
  }
}
