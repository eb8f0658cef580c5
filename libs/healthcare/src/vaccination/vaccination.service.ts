import { Injectable } from '@nestjs/common';
import { malaysianDay, type Context, type Page, type PageRequest } from '@usaha/shared';
import { PatientRepository } from '../patient/patient.repository.js';
import { recordListed } from '../privacy/listed-patient.js';
import { Vaccination, type VaccinationDetails } from './vaccination.entity.js';
import { vaccinationWarnings, type SavedVaccination } from './vaccination-warnings.js';
import { VaccinationRepository, type VaccinationQuery } from './vaccination.repository.js';

/** The data of a new vaccination: patient, vaccine and optional details. */
export type NewVaccination = Pick<Vaccination, 'patient_id'> & Partial<VaccinationDetails>;

/** The vaccinations of the context's tenant. */
@Injectable()
export class VaccinationService {
  constructor(
    private readonly vaccinations: VaccinationRepository,
    private readonly patients: PatientRepository,
  ) {}

  /** Recorded in the audit trail where it is filtered by a patient. */
  list(ctx: Context, query: VaccinationQuery, page: PageRequest): Promise<Page<Vaccination>> {
    const found = this.vaccinations.matching(ctx, query, page);
    recordListed(ctx, query);
    return found;
  }

  /** A patient's, newest first; recorded in the audit trail as a reading of the patient. @throws not_found */
  async ofPatient(ctx: Context, patient_id: string, page: PageRequest): Promise<Page<Vaccination>> {
    const [, found] = await Promise.all([
      this.patients.readOnTrail(ctx, patient_id),
      this.vaccinations.list(ctx, { patient_id }, page),
    ]);
    return found;
  }

  /** Given today, in Malaysia, unless a day is named; with what should be looked at. @throws invalid (unknown patient, no vaccine, a dose beyond the last) */
  async create(ctx: Context, data: NewVaccination): Promise<SavedVaccination> {
    const patient = await this.patients.lockReferenced(ctx, 'patient_id', data.patient_id);
    const { administration_date = malaysianDay(ctx.now) } = data;
    const vaccination = Vaccination.of({ ...data, administration_date, patient_id: patient.id });
    this.vaccinations.insert(ctx, vaccination);
    const asked = data.next_due_date === undefined;
    return { vaccination, warnings: vaccinationWarnings(ctx, { vaccination, patient, asked }) };
  }

  /** For checks of a path. @throws not_found */
  get(ctx: Context, id: string): Promise<Vaccination> {
    return this.vaccinations.get(ctx, id);
  }

  /** Marks a dose as recorded by mistake. It stays listed with the reason. @throws not_found; conflict when it is void already */
  async void(ctx: Context, id: string, reason: string): Promise<Vaccination> {
    const vaccination = await this.vaccinations.lock(ctx, id);
    vaccination.void(reason, ctx.now);
    return this.vaccinations.save(ctx, vaccination, 'void');
  }
}
