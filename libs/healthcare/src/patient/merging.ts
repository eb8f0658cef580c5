import type { Language } from '@usaha/shared';
import { messages } from '../messages.js';
import type { Patient } from './patient.entity.js';

/** Fields of which a person has one value. */
const single = [
  'ic_number',
  'passport_number',
  'passport_country',
  'date_of_birth',
  'gender',
  'email',
  'phone_number',
  'emergency_contact',
  'address',
  'blood_type',
  'data_retention_period',
  'insurance_info',
] as const satisfies (keyof Patient)[];

/** Lists of texts that are added up: an allergy that one record knows is an allergy of the person. */
const lists = ['allergies', 'chronic_conditions', 'medications'] as const satisfies (keyof Patient)[];

type Single = (typeof single)[number];
/** Fields in which two records of a person differ. */
export type Difference = Single | 'name';
type Merged = Pick<Patient, Single | (typeof lists)[number] | 'notes'>;
type Facts = Merged & Pick<Patient, 'first_name' | 'last_name' | 'medical_record_number'>;

/** What a merged record has, and in which fields the records differ. */
export interface Merging {
  fields: Merged;
  differences: Difference[];
}

const key = (value: unknown): string =>
  typeof value === 'string' ? value.trim().toLowerCase() : JSON.stringify(value);
const isEmpty = (value: unknown): boolean => value === null || key(value) === '' || key(value) === '{}';

/** All texts of both, the same in any case once. */
function together(own: readonly string[], others: readonly string[]): string[] {
  const known = new Set(own.map(key));
  return [...own, ...others.filter((text) => !known.has(key(text)) && known.add(key(text)))];
}

const nameOf = ({ first_name, last_name }: Facts): string => `${first_name} ${last_name}`;

/**
 * Merges what is known of one person twice. The record that stays keeps its values and takes over those that it lacks; lists
 * are added up. A value that differs is not lost: it stands in the notes, under the number of the other record.
 */
export function merged(own: Facts, other: Facts): Merging {
  const values: Record<string, unknown> = {};
  const differing: [Difference, unknown][] = key(nameOf(own)) === key(nameOf(other)) ? [] : [['name', nameOf(other)]];
  for (const name of single) {
    values[name] = isEmpty(own[name]) ? other[name] : own[name];
    if (!isEmpty(other[name]) && key(values[name]) !== key(other[name])) differing.push([name, other[name]]);
  }
  for (const name of lists) values[name] = together(own[name], other[name]);
  const told = differing.map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const from = [...told, ...(other.notes?.trim() ? [other.notes] : [])];
  const noted = from.length === 0 ? [] : [[`[${other.medical_record_number}]`, ...from].join('\n')];
  values.notes = [...(own.notes === null ? [] : [own.notes]), ...noted].join('\n\n') || null;
  return { fields: values as unknown as Merged, differences: differing.map(([name]) => name) };
}

/** The fields in which two records differed, in words. */
export const differenceText = (differences: readonly Difference[], language: Language): string =>
  messages.mergedDiffering({ fields: differences.join(', ') }).in(language);
