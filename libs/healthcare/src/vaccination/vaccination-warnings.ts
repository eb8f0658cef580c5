import { birthDateOf } from '@usaha/core';
import { malaysianDay, type Context, type Language } from '@usaha/shared';
import { messages } from '../messages.js';
import type { Patient } from '../patient/patient.entity.js';
import type { Vaccination } from './vaccination.entity.js';

/** Something about a vaccination that is probably a mistake, or cannot be known. It is told, and never refused. */
export type VaccinationWarning =
  | { kind: 'before_birth'; date_of_birth: string }
  | { kind: 'in_future'; administration_date: string }
  | { kind: 'next_unknown'; vaccine: string };

/** A vaccination that was recorded, and what should be looked at. */
export interface SavedVaccination {
  vaccination: Vaccination;
  warnings: VaccinationWarning[];
}

/** @param asked whether a date of the next dose was to be worked out */
export function vaccinationWarnings(
  ctx: Context,
  { vaccination, patient, asked }: { vaccination: Vaccination; patient: Patient; asked: boolean },
): VaccinationWarning[] {
  const today = malaysianDay(ctx.now);
  const { administration_date, dose_number, total_doses, next_due_date, vaccine_type, vaccine_name } = vaccination;
  const born = birthDateOf(patient, today);
  const isCourse = dose_number !== null && total_doses !== null && dose_number < total_doses;
  const vaccine = vaccine_type?.trim() || vaccine_name?.trim() || '';
  return [
    ...(born !== null && administration_date < born ? [{ kind: 'before_birth', date_of_birth: born } as const] : []),
    ...(administration_date > today ? [{ kind: 'in_future', administration_date } as const] : []),
    ...(asked && isCourse && next_due_date === null ? [{ kind: 'next_unknown', vaccine } as const] : []),
  ];
}

/** A warning in words. */
export function vaccinationWarningText(warning: VaccinationWarning, language: Language): string {
  if (warning.kind === 'before_birth') return messages.vaccinatedBeforeBirth(warning).in(language);
  if (warning.kind === 'in_future') return messages.vaccinatedInFuture(warning).in(language);
  return messages.nextDoseUnknown(warning).in(language);
}
