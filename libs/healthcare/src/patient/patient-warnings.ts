import type { Context, Language } from '@usaha/shared';
import { malaysianDay } from '@usaha/shared';
import { messages } from '../messages.js';
import type { Patient } from './patient.entity.js';

/** Something about a patient that is probably a mistake. It is told, and never refused. */
export type PatientWarning =
  { kind: 'same_number'; medical_record_number: string } | { kind: 'born_in_future'; date_of_birth: string };

/** A patient that was stored, and what should be looked at. */
export interface SavedPatient {
  patient: Patient;
  warnings: PatientWarning[];
}

/** @param same others with a number that this one has, or is about to get */
export function patientWarnings(ctx: Context, patient: Patient, same: readonly Patient[]): PatientWarning[] {
  const { id, date_of_birth } = patient;
  const others = same.filter((other) => other.id !== id);
  return [
    ...others.map((other): PatientWarning => ({
      kind: 'same_number',
      medical_record_number: other.medical_record_number,
    })),
    ...(date_of_birth !== null && date_of_birth > malaysianDay(ctx.now)
      ? [{ kind: 'born_in_future', date_of_birth } as const]
      : []),
  ];
}

/** A warning in words. */
export function patientWarningText(warning: PatientWarning, language: Language): string {
  if (warning.kind === 'same_number') return messages.samePerson(warning).in(language);
  return messages.bornInFuture(warning).in(language);
}
