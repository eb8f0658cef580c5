import { namedIn, type Language } from '@usaha/shared';
import { messages } from '../messages.js';

/** An allergy of the patient that a medication matches: what is kept of it, in no language. */
export interface AllergyWarning {
  allergy: string;
  medication: string;
}

/** What a doctor should know before a medication is taken: one warning for each allergy that it names. */
export const allergyWarnings = (medication: string | null, allergies: readonly string[]): AllergyWarning[] =>
  [...new Set(allergies)]
    .filter(namedIn(medication ?? ''))
    .map((allergy) => ({ allergy: allergy.trim(), medication: (medication ?? '').trim() }));

/** A warning in words; one that an earlier release stored is an English sentence already, and stays as it is. */
export const warningText = (warning: AllergyWarning | string, language: Language): string =>
  typeof warning === 'string' ? warning : messages.allergyWarning(warning).in(language);
