import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  atLeast,
  atMost,
  declareReferences,
  equalsId,
  type Bind,
  type Context,
  type Filters,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { Vaccination, vaccineTypeKey } from './vaccination.entity.js';
import { vaccinationEvents } from './vaccination.events.js';
import { nouns } from '../messages.js';

/** Filters of a list of vaccinations. Dates are those of the administration, both included. */
export interface VaccinationQuery {
  patient_id?: string;
  /** The same text, in any case. */
  vaccine_type?: string;
  date_from?: string;
  date_to?: string;
}

/** A type of vaccine as it is looked for: sealed, and in clear. */
interface TypeSought {
  key: string;
  token: string;
}

/** In either form: what lies in clear is found until `seal:rotate` has sealed it. */
const isOfType = ({ key, token }: TypeSought, bind: Bind): string =>
  `(r.vaccine_tokens[1] = ${bind(token)} or r.vaccine_type_key = ${bind(key)})`;

type Conditions = Omit<VaccinationQuery, 'vaccine_type'> & { vaccine_type?: TypeSought };

const filters: Filters<Conditions> = {
  patient_id: equalsId('patient_id'),
  vaccine_type: isOfType,
  date_from: atLeast('administration_date'),
  date_to: atMost('administration_date'),
};

declareReferences({ vaccinations_patient: 'patient_id' });

/** The vaccinations of a tenant. */
@Injectable()
export class VaccinationRepository extends Repository<Vaccination, Conditions> {
  constructor(database: Database) {
    super(database, Vaccination, { noun: nouns.vaccination, filters, events: vaccinationEvents });
  }

  /** One page, newest first. */
  matching(ctx: Context, { vaccine_type, ...query }: VaccinationQuery, page: PageRequest): Promise<Page<Vaccination>> {
    if (vaccine_type === undefined) return this.list(ctx, query, page);
    const key = vaccineTypeKey(vaccine_type);
    return this.list(ctx, { ...query, vaccine_type: { key, token: ctx.db.keyring.token(ctx.tenant_id, key) } }, page);
  }
}
