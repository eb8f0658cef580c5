import { Injectable } from '@nestjs/common';
import {
  Bin,
  DocumentParties,
  personParty,
  verifiedTypedIc,
  type ConsentStatement,
  type IcRule,
  type PersonName,
} from '@usaha/core';
import { malaysianDay, type Context, type Page, type PageRequest } from '@usaha/shared';
import { Patient, type PatientDetails } from './patient.entity.js';
import { PatientRepository, type PatientQuery } from './patient.repository.js';
import { patientWarnings, type SavedPatient } from './patient-warnings.js';

/** What may be changed of a patient; what is absent stays, null clears an optional field. */
export type PatientChanges = Partial<PatientDetails & ConsentStatement>;

/** What a patient is created from. */
export type NewPatient = PatientChanges & PersonName;

/** The patients of the context's tenant. */
@Injectable()
export class PatientService {
  constructor(
    private readonly patients: PatientRepository,
    private readonly parties: DocumentParties,
    private readonly bin: Bin,
  ) {}

  /** For checks of other records: the patient is shown to no user, so nothing is recorded in the audit trail. @throws not_found */
  get(ctx: Context, id: string): Promise<Patient> {
    return this.patients.get(ctx, id);
  }

  /** The same, or null: for references in bodies. */
  find(ctx: Context, id: string): Promise<Patient | null> {
    return this.patients.find(ctx, id);
  }

  /**
   * For showing the patient or the patient's history: recorded in the audit trail before the response. So the read
   * waits for its COMMIT, as every write does.
   * @throws not_found
   */
  read(ctx: Context, id: string): Promise<Patient> {
    return this.patients.readOnTrail(ctx, id);
  }

  list(ctx: Context, query: PatientQuery, page: PageRequest): Promise<Page<Patient>> {
    return this.patients.matching(ctx, query, page);
  }

  /** Records by texts of their id or of another key, locked in the order of their ids: see `Repository.byKey`. */
  byKey(ctx: Context, key: string, texts: readonly string[]): ReturnType<PatientRepository['byKey']> {
    return this.patients.byKey(ctx, key, texts);
  }

  /** @param rule what the IC number must satisfy, which differs between the surfaces @throws invalid */
  async create(ctx: Context, data: NewPatient, rule: IcRule = verifiedTypedIc): Promise<Patient> {
    return this.patients.insertNumbered(ctx, prepared(ctx, data, rule));
  }

  /** The same with the identity card's number verified, and with what should be looked at. @throws invalid */
  async createWarned(ctx: Context, data: NewPatient): Promise<SavedPatient> {
    const patient = prepared(ctx, data, verifiedTypedIc);
    // After the INSERT in the same packet: patients that are made at the same time wait for its number, and find each other.
    const [, same] = await Promise.all([
      this.patients.insertNumbered(ctx, patient),
      this.patients.withNumbersOf(ctx, patient),
    ]);
    return { patient, warnings: patientWarnings(ctx, patient, same) };
  }

  /**
   * The IC number is checked only if it or the date of birth changes: what one surface accepted is not refused by the
   * other when it is sent back.
   * @throws not_found @throws invalid
   */
  async update(ctx: Context, id: string, changes: PatientChanges): Promise<SavedPatient> {
    const [patient, same] = await Promise.all([this.patients.lock(ctx, id), this.patients.withNumbersOf(ctx, changes)]);
    const before = personParty(patient);
    apply(ctx, patient, changes);
    const changed = this.patients.changedFields(patient);
    if (changed.includes('ic_number') || changed.includes('date_of_birth'))
      verifiedTypedIc(patient, malaysianDay(ctx.now));
    this.patients.save(ctx, patient);
    this.parties.keep(ctx, patient, before, personParty(patient));
    return { patient, warnings: patientWarnings(ctx, patient, same) };
  }

  /** Appointments, records and bills of the patient are kept. @throws not_found */
  async remove(ctx: Context, id: string): Promise<Patient> {
    const patient = await this.patients.lock(ctx, id);
    this.patients.remove(ctx, patient);
    return patient;
  }

  /** Undoes the deletion. @throws not_found */
  restore(ctx: Context, id: string): Promise<Patient> {
    return this.bin.restore(ctx, this.patients, id);
  }
}

function prepared(ctx: Context, data: NewPatient, rule: IcRule): Patient {
  const patient = new Patient();
  apply(ctx, patient, data);
  rule(patient, malaysianDay(ctx.now));
  return patient;
}

function apply(ctx: Context, patient: Patient, changes: PatientChanges): void {
  patient.describe(changes);
  patient.stateConsent(changes, ctx.now);
}
