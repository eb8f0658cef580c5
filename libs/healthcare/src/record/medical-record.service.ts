import { Injectable } from '@nestjs/common';
import { FileAttachments } from '@usaha/core';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { AppointmentRepository } from '../appointment/appointment.repository.js';
import { MEDICAL_RECORDS, PATIENTS } from '../file-collections.js';
import { PatientRepository } from '../patient/patient.repository.js';
import { recordListed } from '../privacy/listed-patient.js';
import { MedicalRecord, type MedicalRecordDetails } from './medical-record.entity.js';
import { MedicalRecordRepository, type MedicalRecordQuery } from './medical-record.repository.js';
import { changedVisit, refuseOthersVisit, visitNamed, type Visit } from './references.js';

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
    private readonly appointments: AppointmentRepository,
    private readonly files: FileAttachments,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<MedicalRecord> {
    return this.records.get(ctx, id);
  }

  /** Reads a record to show it; recorded in the audit trail (PDPA 2010, s.9). @throws not_found */
  read(ctx: Context, id: string): Promise<MedicalRecord> {
    return this.records.readOnTrail(ctx, id);
  }

  /** Recorded in the audit trail where it is filtered by a patient. */
  list(ctx: Context, query: MedicalRecordQuery, page: PageRequest): Promise<Page<MedicalRecord>> {
    const found = this.records.list(ctx, query, page);
    recordListed(ctx, query);
    return found;
  }

  /** @throws invalid (unknown patient_id or appointment_id, or those of two patients; a file of another person in attachments) */
  async create(ctx: Context, data: NewMedicalRecord): Promise<MedicalRecord> {
    const visit = await visitNamed(ctx, this.appointments, data.appointment_id);
    return this.createAt(ctx, visit, data);
  }

  /** Of a visit that the caller has already, or of none. @throws invalid (unknown patient_id; a visit of another patient) */
  async createAt(ctx: Context, visit: Visit | null, data: NewMedicalRecord): Promise<MedicalRecord> {
    const patient = await this.patients.lockReferenced(ctx, 'patient_id', data.patient_id);
    refuseOthersVisit(visit, patient.id);
    const record = new MedicalRecord();
    record.describe({ ...data, appointment_id: visit?.id ?? null, patient_id: patient.id });
    record.giveId(ctx.now);
    await this.attach(ctx, record);
    return this.records.insert(ctx, record);
  }

  /** @throws not_found, invalid (unknown patient_id or appointment_id, or those of two patients; a file of another person) */
  async update(ctx: Context, id: string, changes: MedicalRecordChanges): Promise<MedicalRecord> {
    const { patient_id } = changes;
    // Locks the patient before the record, in the order of an erasure.
    const patient = patient_id === undefined ? null : await this.patients.lockIfExists(ctx, patient_id);
    const record = await this.records.lock(ctx, id);
    if (patient_id !== undefined && !patient && patient_id.toLowerCase() !== record.patient_id)
      this.patients.refuseUnknown('patient_id');
    const told = { ...changes, patient_id: patient?.id };
    record.describe({ ...told, appointment_id: await changedVisit(ctx, this.appointments, record, told) });
    const changed = this.records.changedFields(record);
    if (changed.includes('attachments') || changed.includes('patient_id')) await this.attach(ctx, record);
    return this.records.save(ctx, record);
  }

  /** Attaches the files that its attachments name. @throws invalid naming `attachments.n` for a file of another person */
  private attach(ctx: Context, { id: record_id, patient_id, attachments }: MedicalRecord): Promise<void> {
    const cited = attachments.map((id, n) => ({ field: `attachments.${n}`, id }));
    return this.files.attachCited(ctx, { resource: MEDICAL_RECORDS, record_id }, cited, async (other) => {
      if (other.resource === PATIENTS) return other.record_id === patient_id;
      if (other.resource !== MEDICAL_RECORDS) return false;
      return (await this.records.find(ctx, other.record_id))?.patient_id === patient_id;
    });
  }
}
