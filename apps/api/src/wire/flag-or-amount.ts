import { MAX_MONEY } from '@usaha/shared';
import { FLAG, eitherOf, type Alternative } from './either-of.js';

const AMOUNT: Alternative = {
  schema: { type: 'number', minimum: 0, maximum: MAX_MONEY },
  holds: (value) => typeof value === 'number' && value >= 0 && value <= MAX_MONEY,
};

/** A flag or an amount in ringgit, kept and answered as it was sent; null is neither. */
export const flagOrAmount = eitherOf<boolean | number>({
  constraint: 'isFlagOrAmount',
  limit: MAX_MONEY,
  alternatives: [FLAG, AMOUNT],
});
