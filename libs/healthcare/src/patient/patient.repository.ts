import { Injectable } from '@nestjs/common';
import {
  Database,
  Page,
  Repository,
  declareReferences,
  equals,
  equalsKey,
  foundWith,
  matchesOrHasIc,
  soughtIn,
  type Context,
  type Filters,
  type PageRequest,
  type Sought,
} from '@usaha/shared';
import { searchedIc } from '@usaha/shared/malaysia';
import { Patient } from './patient.entity.js';
import { patientEvents } from './patient.events.js';
import { seesHealthData } from './sees-health-data.js';
import { nouns } from '../messages.js';

/** Filters of a list of patients. */
export interface PatientQuery {
  /** A part of the name (first and last together) or the e-mail; the first 6 to 12 digits of the IC number, or its last 4. */
  search?: string;
  /** The same, or a part of the telephone number or the medical record number. */
  search_contact?: string;
  /** YYYY-MM-DD */
  date_of_birth?: string;
  gender?: string;
  blood_type?: string;
  has_insurance?: boolean;
  /** The same number, however it is written. */
  phone_number?: string;
  /** In any case. */
  medical_record_number?: string;
}

type Conditions = Omit<PatientQuery, 'search' | 'search_contact'> & { search?: Sought; search_contact?: Sought };

const filters: Filters<Conditions> = {
  search: matchesOrHasIc('healthcare.patients'),
  search_contact: matchesOrHasIc('healthcare.patients', 'contact_text'),
  date_of_birth: equals('date_of_birth'),
  gender: equalsKey('gender_key'),
  blood_type: equalsKey('blood_type_key'),
  has_insurance: equals('has_insurance'),
  phone_number: foundWith('healthcare.patients_with_phone_number'),
  // A card of a patient who was merged into another one finds the other.
  medical_record_number: (value, bind) => {
    const number = bind(value.trim().toUpperCase());
    const merged = `select p.merged_into from healthcare.patients p where p.tenant_id = $1 and p.medical_record_number = ${number}`;
    return `(r.medical_record_number = ${number} or r.id = (${merged}))`;
  },
};

const keys = {
  medical_record_number: { column: 'medical_record_number', as: (text: string) => text.trim().toUpperCase() || null },
  ic_number: { tokens: 'healthcare.patients_with_ic_number', as: 'ic' },
} as const;

declareReferences({ patients_tenant: 'tenant_id' });

type NumberKind = 'ic_number' | 'passport_number';

const numbersOf = ({ ic_number, passport_number }: Partial<Pick<Patient, NumberKind>>): string[] =>
  [ic_number, passport_number].flatMap((number) => (number?.trim() ? [searchedIc(number)] : []));

const bin = {
  resource: 'healthcare.patients',
  label: ({ first_name, last_name }: Patient) => `${first_name} ${last_name}`,
};

/** The patients of a tenant. */
@Injectable()
export class PatientRepository extends Repository<Patient, Conditions> {
  constructor(database: Database) {
    super(database, Patient, { noun: nouns.patient, filters, keys, events: patientEvents, bin });
  }

  /**
   * Patients with the same number of an identity card or passport, the oldest first: ten at most. A number of the one kind may have
   * been sent as the other.
   */
  async withNumbersOf(ctx: Context, person: Partial<Pick<Patient, NumberKind>>): Promise<Patient[]> {
    const numbers = numbersOf(person);
    if (numbers.length === 0) return [];
    const tokens = numbers.map((number) => ctx.db.keyring.token(ctx.tenant_id, number));
    const ids = tokens.map((_, i) => `select healthcare.patients_with_ic_number($1, $${i + 2})`).join(' union ');
    const text = this.selectWhere(`${this.mine} and r.id = any(array(${ids})) order by r.id limit 10`);
    const rows = await ctx.db.read(text, [ctx.tenant_id, ...tokens]);
    // A token may be the beginning of a longer number.
    return rows
      .map((row) => this.hydrate(ctx, row))
      .filter((patient) => numbersOf(patient).some((number) => numbers.includes(number)));
  }

  /**
   * One page, newest first. An encrypted number is found by its search token. Callers who are shown neither number nor
   * date of birth find nothing by them.
   */
  matching(
    ctx: Context,
    { search, search_contact, ...query }: PatientQuery,
    page: PageRequest,
  ): Promise<Page<Patient>> {
    const seesAll = seesHealthData(ctx.actor);
    if (query.date_of_birth !== undefined && !seesAll) return Promise.resolve(new Page<Patient>([], 0, page));
    const sought = (text: string | undefined): Sought | undefined =>
      text === undefined ? undefined : soughtIn(ctx, text, seesAll);
    return this.list(ctx, { ...query, search: sought(search), search_contact: sought(search_contact) }, page);
  }
}
