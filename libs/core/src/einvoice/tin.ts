import { generalTins } from '@usaha/shared/malaysia';

/** Longest TIN (MyInvois SDK, FAQ). */
const MOST = 14;
/** Prefixes of taxpayers that are no individuals. */
const others = 'CS|C|D|E|FA|F|PT|TA|TC|TN|TR|TP|J|LE';
const individual = /^(?:IG|SG|OG)(\d{4,12})$/;
const other = new RegExp(`^(${others})0*([1-9]\\d{3,12})$`);
const general: ReadonlySet<string> = new Set(Object.values(generalTins));

/**
 * A tax identification number as MyInvois takes it (A-517): without separators, in capitals. SG and OG of individuals became IG in 2023,
 * and their digits stay. All others lose zeros behind the prefix and end in 0, which is added where it is missing.
 * Source: MyInvois SDK, FAQ.
 * @returns null for a text that is no TIN
 */
export function normalisedTin(text: string): string | null {
  const bare = text.replace(/[\s./-]/g, '').toUpperCase();
  if (general.has(bare)) return bare;
  const tin = ofIndividual(bare) ?? ofOther(bare);
  return tin !== null && tin.length <= MOST ? tin : null;
}

function ofIndividual(bare: string): string | null {
  const [, digits] = individual.exec(bare) ?? [];
  return digits === undefined ? null : `IG${digits}`;
}

function ofOther(bare: string): string | null {
  const [, prefix, digits] = other.exec(bare) ?? [];
  if (prefix === undefined || digits === undefined) return null;
  return `${prefix}${digits.endsWith('0') ? digits : `${digits}0`}`;
}

/** Whether a TIN is of an individual: the number of the identity card goes with it, not that of a business. */
export const isOfIndividual = (tin: string): boolean => tin.startsWith('IG');
