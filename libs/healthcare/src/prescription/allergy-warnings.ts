import type { Language } from '@usaha/shared';
import { messages } from '../messages.js';

/** An allergy of the patient that a medication matches: what is kept of it, in no language. */
export interface AllergyWarning {
  allergy: string;
  medication: string;
}

/** Words of an allergy that name no substance, so that "seafood and penicillin" does not warn of every "and". */
const namesNothing = new Set(
  `all allergic allergy and any dan derivative drug for from group kepada medication medicine other product reaction
   severe some tablet terhadap the ubat with yang`.split(/\s+/),
);
/** Shorter words are units and abbreviations: mg, ml, po. */
const SHORTEST_NAME = 3;

/** In lower case, and without the s of a plural: penicillins are penicillin. */
const wordsOf = (text: string): string[] => {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? [];
  return words.map((word) => (word.length > SHORTEST_NAME ? word.replace(/s$/, '') : word));
};

/** The words by which an allergy is recognised: those that name something, or all when none does. */
function tellingWords(allergy: string): string[] {
  const words = wordsOf(allergy);
  const telling = words.filter((word) => word.length >= SHORTEST_NAME && !namesNothing.has(word));
  return telling.length > 0 ? telling : words;
}

/**
 * What a doctor should know before a medication is taken: one warning for each allergy that it names, whatever the
 * case, word by word. A word in common suffices: to warn once too often does less harm than not to warn.
 */
export function allergyWarnings(medication: string | null, allergies: readonly string[]): AllergyWarning[] {
  const prescribed = new Set(wordsOf(medication ?? ''));
  return [...new Set(allergies)]
    .filter((allergy) => tellingWords(allergy).some((word) => prescribed.has(word)))
    .map((allergy) => ({ allergy: allergy.trim(), medication: (medication ?? '').trim() }));
}

/** A warning in words; one that an earlier release stored is an English sentence already, and stays as it is. */
export const warningText = (warning: AllergyWarning | string, language: Language): string =>
  typeof warning === 'string' ? warning : messages.allergyWarning(warning).in(language);
