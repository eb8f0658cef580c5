import type { Setting } from '@usaha/core';

/** How much assessments of a type count: by the type, trimmed and in lower case; in ten-thousandths. */
export type Weights = ReadonlyMap<string, number>;

/** Weights have four decimals. */
const WHOLE = 10_000;
/** Of a type that has no weight while others have one. */
export const UNWEIGHTED = WHOLE;

const MOST_TYPES = 100;
const MOST_WEIGHT = 1_000;

/** How types of assessments are compared: as filters compare them. */
export const typeKey = (assessment_type: string | null): string =>
  (assessment_type ?? '').replace(/^ +| +$/g, '').toLowerCase();

const isWeight = (weight: unknown): boolean => typeof weight === 'number' && weight >= 0 && weight <= MOST_WEIGHT;

const areWeights = (given: unknown): given is Record<string, number> => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false;
  const weights = Object.values(given);
  return weights.length > 0 && weights.length <= MOST_TYPES && weights.every(isWeight);
};

/**
 * `{ type: weight }`: assessments count by their type (A-363); a type that is not named weighs 1. null where nothing is set, or
 * anything else than weights from 0 to 1,000: then all assessments count alike.
 */
export const assessmentWeights: Setting<Weights | null> = {
  shape: { type: 'object', fallback: null },
  fits: areWeights,
  read: (given) =>
    areWeights(given)
      ? new Map(Object.entries(given).map(([type, weight]) => [typeKey(type), Math.round(weight * WHOLE)]))
      : null,
};
