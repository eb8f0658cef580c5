import { Injectable } from '@nestjs/common';
import { DocumentParties, FileAttachments, blankPerson, moveBuyers, personParty } from '@usaha/core';
import { forgetAnswersHolding, invalid, type Context } from '@usaha/shared';
import { PATIENTS } from '../file-collections.js';
import { messages } from '../messages.js';
import { patientData } from '../privacy/patient-data.js';
import type { Difference } from './merging.js';
import type { Patient } from './patient.entity.js';
import { patientEvents } from './patient.events.js';
import { PatientRepository } from './patient.repository.js';

/** The records of a patient, by the names that an export gives them; messages, buyers and e-invoices name a person of any context. */
const tables = {
  appointments: 'healthcare.appointments',
  medical_records: 'healthcare.medical_records',
  prescriptions: 'healthcare.prescriptions',
  vaccinations: 'healthcare.vaccinations',
  bills: 'healthcare.bills',
} as const satisfies Record<
  Exclude<keyof typeof patientData.records, 'messages' | 'einvoice_buyers' | 'einvoices'>,
  string
>;

/** How many records of each kind. */
export type RecordCounts = Record<keyof typeof tables, number>;

/** A patient that another one was merged into. */
export interface MergedPatient {
  patient: Patient;
  moved: RecordCounts;
  /** Fields in which the two differed. */
  differences: Difference[];
}

/** Merges a patient who was registered twice. */
@Injectable()
export class PatientMergeService {
  constructor(
    private readonly patients: PatientRepository,
    private readonly parties: DocumentParties,
    private readonly files: FileAttachments,
  ) {}

  /**
   * Moves all records of a patient to another, in one transaction: both patients are locked, in the order of their ids, and what adds a
   * record locks its patient as well. The first is deleted, and its data are blanked: they are those of the other from now on, whose
   * export and erasure have to reach all of them. Its id answers 404 as that of every deleted patient, and its medical record number
   * finds the other one.
   * @throws not_found; invalid for a patient that is not known, or the same
   */
  async merge(ctx: Context, id: string, into: string): Promise<MergedPatient> {
    if (id.toLowerCase() === into.toLowerCase()) throw invalid('into', messages.mergedIntoItself());
    const [source, target] = await this.lockBoth(ctx, id, into);
    await this.keepBuyers(ctx, source, target.id);
    const [moved] = await Promise.all([
      this.move(ctx, source.id, target.id),
      this.files.move(ctx, PATIENTS, source.id, target.id),
    ]);
    const { version } = target;
    const differences = target.takeOver(source);
    this.patients.save(ctx, target, 'merge');
    if (target.version !== version) patientEvents.tell(ctx, 'updated', target);
    blankPerson(patientData, source, ctx.now);
    source.mergeInto(target.id);
    this.patients.save(ctx, source, 'merge');
    patientEvents.tell(ctx, 'deleted', source);
    await forgetAnswersHolding(ctx, source.id, (path) => patientData.forgetsAnswersTo(path));
    return { patient: target, moved, differences };
  }

  private async lockBoth(ctx: Context, id: string, into: string): Promise<[source: Patient, target: Patient]> {
    const lockSource = (): Promise<Patient> => this.patients.lock(ctx, id);
    const lockTarget = (): Promise<Patient> => this.patients.lockReferenced(ctx, 'into', into);
    if (id.toLowerCase() < into.toLowerCase()) return [await lockSource(), await lockTarget()];
    const target = await this.patients.lockIfExists(ctx, into);
    const source = await lockSource();
    return [source, target ?? this.patients.refuseUnknown('into')];
  }

  /** Bills that were issued keep the name of their buyer. */
  private async keepBuyers(ctx: Context, source: Patient, into_id: string): Promise<void> {
    const bills = await ctx.db.read(
      'select b.id, b.created_at from healthcare.bills b where b.tenant_id = $1 and b.patient_id = $2 order by b.id',
      [ctx.tenant_id, source.id],
    );
    const documents = bills.map(([id, created_at]) => ({ id: id as string, created_at: created_at as Date }));
    await this.parties.move(ctx, { from_id: source.id, into_id, party: personParty(source) }, documents);
    this.parties.forget(ctx, source.id);
  }

  private async move(ctx: Context, from: string, into: string): Promise<RecordCounts> {
    const values = [ctx.tenant_id, from, into];
    const movedIn = (table: string, column: string): Promise<number> =>
      ctx.db.change(
        `update ${table} set ${column} = $3, updated_at = $4, version = version + 1
          where tenant_id = $1 and ${column} = $2`,
        [...values, ctx.now],
      );
    const [counted] = await Promise.all([
      Promise.all(
        Object.entries(tables).map(async ([name, table]) => [name, await movedIn(table, 'patient_id')] as const),
      ),
      movedIn('core.messages', 'person_id'),
      moveBuyers(ctx, from, into),
    ]);
    const earlier = 'update healthcare.patients set merged_into = $3 where tenant_id = $1 and merged_into = $2';
    await ctx.db.change(earlier, values);
    return Object.fromEntries(counted) as RecordCounts;
  }
}
