import { religionKey } from './student.entity.js';

export const religiousEducations = ['islamic_education', 'moral_education'] as const;
export type ReligiousEducation = (typeof religiousEducations)[number];

const muslim = new Set(['islam', 'muslim', 'islamic']);

/**
 * What a student is taught by religion: Muslims Islamic education, all others moral education (Education Act 1996, s.50).
 * @returns null where no religion is told: it is never guessed
 */
export function religiousEducationOf(religion: string | null): ReligiousEducation | null {
  const key = religionKey(religion ?? '');
  if (key === '') return null;
  return muslim.has(key) ? 'islamic_education' : 'moral_education';
}
