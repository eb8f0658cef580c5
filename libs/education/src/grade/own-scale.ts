import type { Setting } from '@usaha/core';
import type { Band } from './scales.js';

const MOST_BANDS = 100;
const LONGEST_LETTER = 50;

const isBand = (given: unknown): given is Band => {
  const { grade, from } = (given ?? {}) as Record<string, unknown>;
  return (
    typeof grade === 'string' &&
    grade.trim() !== '' &&
    grade.length <= LONGEST_LETTER &&
    typeof from === 'number' &&
    from >= 0 &&
    from <= 100
  );
};

const isScale = (given: unknown): given is Band[] =>
  Array.isArray(given) && given.length > 0 && given.length <= MOST_BANDS && given.every(isBand);

/**
 * `[{ grade, from }]`, in any order: a tenant's letters in the place of all others, from the best to the last.
 * A list with anything else in it counts as not set as a whole: half a scale would give wrong letters.
 */
export const ownScale: Setting<readonly Band[] | null> = {
  shape: { type: 'array', fallback: null },
  fits: isScale,
  read: (given) =>
    isScale(given) ? given.map(({ grade, from }) => ({ grade, from })).sort((a, b) => b.from - a.from) : null,
};
