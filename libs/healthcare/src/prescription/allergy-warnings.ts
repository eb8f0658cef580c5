import { namedIn, type Language } from '@usaha/shared';
import { messages } from '../messages.js';
import { classesOfAllergy, classesOfMedication, drugClassOf } from './drug-classes.js';

/** An allergy of the patient that a medication matches: what is kept of it, in no language. */
export interface AllergyWarning {
  allergy: string;
  medication: string;
  /** The key of the class of drugs that both are of; absent where the medication names the allergy itself. */
  drug_class?: string;
  /** The word of the medication that is of that class. */
  drug?: string;
  /** The allergy is to another class, with which reactions in common are described. */
  related?: true;
}

/**
 * What a doctor should know before a medication is taken: one warning for each allergy that it names, or that is to a class of
 * drugs of which it names one, or to a related class. No warning is no proof that a medication is safe.
 */
export const allergyWarnings = (medication: string | null, allergies: readonly string[]): AllergyWarning[] =>
  [...new Set(allergies)].flatMap((allergy) => warningOf(allergy, medication ?? ''));

function warningOf(allergy: string, medication: string): AllergyWarning[] {
  const both = { allergy: allergy.trim(), medication: medication.trim() };
  if (namedIn(medication)(allergy)) return [both];
  const classes = classesOfAllergy(allergy);
  if (classes.length === 0) return [];
  const prescribed = classesOfMedication(medication);
  const same = prescribed.find(({ drug_class }) => classes.includes(drug_class));
  if (same) return [{ ...both, ...same }];
  const related = new Set(classes.flatMap((key) => drugClassOf(key)?.related ?? []));
  const found = prescribed.find(({ drug_class }) => related.has(drug_class));
  return found ? [{ ...both, ...found, related: true }] : [];
}

/** A warning in words; one that an earlier release stored is an English sentence already, and stays as it is. */
export function warningText(warning: AllergyWarning | string, language: Language): string {
  if (typeof warning === 'string') return warning;
  const drug_class = warning.drug_class === undefined ? undefined : drugClassOf(warning.drug_class)?.words;
  if (!drug_class || warning.drug === undefined) return messages.allergyWarning(warning).in(language);
  const words = { allergy: warning.allergy, drug: warning.drug, drug_class };
  return (warning.related ? messages.relatedAllergyWarning(words) : messages.classAllergyWarning(words)).in(language);
}
