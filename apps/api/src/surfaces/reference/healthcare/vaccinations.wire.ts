import { Vaccination, seesHealthData, vaccinationWarningText, type SavedVaccination } from '@usaha/healthcare';
import type { Context, Language } from '@usaha/shared';
import { param } from '../../../wire/param.js';
import { field } from '../../../wire/field.js';
import { masked, maskedUnless, withheld } from '../../../wire/masked.js';
import { sentence } from '../../../wire/sentence.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';
import { patientParameter, patientReference } from './references.js';

const LONG = 10_000;

/** POST /api/v1/healthcare/vaccinations/. */
export class VaccinationBody {
  @patientReference patient_id!: string;
  @field.text('Vaccine type, such as MMR; required without vaccine_name', 'MMR', {
    optional: true,
    max: 200,
    view: 'Vaccine type',
  })
  vaccine_type?: string | null;
  @field.text('Name', 'Priorix', { optional: true, max: 200 }) vaccine_name?: string | null;
  @field.text('Batch number', 'A69CB123', { optional: true, max: 100 }) batch_number?: string | null;
  @field.day('Date of the vaccination; default: today (UTC+8)', '2026-03-10', {
    unset: true,
    view: 'Date of the vaccination',
  })
  administration_date?: string;
  @field.text('Person who administered the dose: any text (A-155)', 'dr-lim', {
    optional: true,
    max: 200,
    view: 'Person who administered the dose, as sent',
  })
  administered_by?: string | null;
  @field.count('Dose number, from 1; at most total_doses', 1, { optional: true, min: 1, view: 'Dose number' })
  dose_number?: number | null;
  @field.count('Total number of doses', 2, { optional: true, min: 1 }) total_doses?: number | null;
  @field.day(
    'Due date of the next dose. If absent, calculated for vaccines of the National Immunisation Programme; null is kept (A-137)',
    '2026-06-10',
    { optional: true, view: 'Due date of the next dose' },
  )
  next_due_date?: string | null;
  @field.text('Notes; stored encrypted', 'Slight fever in the evening', { optional: true, max: LONG, view: 'Notes' })
  notes?: string | null;
}

/** GET /api/v1/healthcare/vaccinations/. */
export class VaccinationListQuery extends RecordList('administration_date') {
  @patientParameter patient_id?: string;
  @param.text('Vaccine type, ignoring case (A-173)', 'MMR') vaccine_type?: string;
  @param.day('Administered on this day or later', '2026-03-01') date_from?: string;
  @param.day('Administered on this day or earlier', '2026-03-31') date_to?: string;
}

@field.record('A vaccination on the reference surface')
export class VaccinationView extends ViewType(VaccinationBody) {
  @field.id('Id of the vaccination') id!: string;
  @field.instant('When it was made void (UTC): it was recorded by mistake (A-371)', { nullable: true })
  voided_at!: Date | null;
  @field.text('Why it is void; null for users who may only read (A-373)', null, { nullable: true })
  void_reason!: string | null;
  @field.instant('When it was recorded (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

@field.record('A vaccination that was recorded, with warnings')
export class SavedVaccinationView extends VaccinationView {
  @field.texts(
    'Things to look at, in the language of the request: a dose before the patient was born or in the future, a course whose next dose is not known. Never refused',
    [],
  )
  warnings!: string[];
}

const whole = viewOf(Vaccination, VaccinationView, {
  revision: 2,
  personal: [
    'vaccine_type',
    'vaccine_name',
    'batch_number',
    'administered_by',
    'dose_number',
    'total_doses',
    'next_due_date',
    'notes',
    'void_reason',
  ],
});

const withoutNotes = masked<VaccinationView>({ notes: withheld, void_reason: withheld });

/** The view for the actor of the context. */
export const vaccinationView = ({ actor }: Context): ((vaccination: Vaccination) => VaccinationView) =>
  maskedUnless(seesHealthData(actor), whole, withoutNotes);

export const savedVaccinationView = (
  ctx: Context,
  { vaccination, warnings }: SavedVaccination,
  language: Language,
): SavedVaccinationView => ({
  ...vaccinationView(ctx)(vaccination),
  warnings: warnings.map((warning) => sentence(vaccinationWarningText(warning, language))),
});
