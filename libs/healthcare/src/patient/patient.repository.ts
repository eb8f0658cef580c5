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
import { Patient } from './patient.entity.js';
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
  medical_record_number: (value, bind) => `r.medical_record_number = ${bind(value.trim().toUpperCase())}`,
};

declareReferences({ patients_tenant: 'tenant_id' });

/** The patients of a tenant. */
@Injectable()
export class PatientRepository extends Repository<Patient, Conditions> {
  constructor(database: Database) {
    super(database, Patient, { noun: nouns.patient, filters });
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
