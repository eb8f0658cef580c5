import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  atLeast,
  atMost,
  declareReferences,
  equalsId,
  equalsKey,
  type Filters,
} from '@usaha/shared';
import { Vaccination } from './vaccination.entity.js';
import { nouns } from '../messages.js';

/** Filters of a list of vaccinations. Dates are those of the administration, both included. */
export interface VaccinationQuery {
  patient_id?: string;
  /** The same text, whatever the case. */
  vaccine_type?: string;
  date_from?: string;
  date_to?: string;
}

const filters: Filters<VaccinationQuery> = {
  patient_id: equalsId('patient_id'),
  vaccine_type: equalsKey('vaccine_type_key'),
  date_from: atLeast('administration_date'),
  date_to: atMost('administration_date'),
};

declareReferences({ vaccinations_patient: 'patient_id' });

/** The vaccinations of a tenant. */
@Injectable()
export class VaccinationRepository extends Repository<Vaccination, VaccinationQuery> {
  constructor(database: Database) {
    super(database, Vaccination, { noun: nouns.vaccination, filters });
  }
}
