import { IsOptional, ValidateBy } from 'class-validator';
import { MAX_MONEY } from '@usaha/shared';
import { declared } from './declared-fields.js';

const isFlagOrAmount = (value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'number' && value >= 0 && value <= MAX_MONEY);

/** A flag or an amount in ringgit, kept and answered as it was sent; null is neither. */
export const flagOrAmount = (
  description: string,
  example: boolean | number,
  { optional = false } = {},
): PropertyDecorator =>
  declared({
    document: () => ({
      description,
      example,
      required: !optional,
      anyOf: [{ type: 'boolean' }, { type: 'number', minimum: 0, maximum: MAX_MONEY }, { type: 'null' as 'string' }],
    }),
    rules: () => [
      ...(optional ? [IsOptional()] : []),
      ValidateBy({ name: 'isFlagOrAmount', constraints: [MAX_MONEY], validator: { validate: isFlagOrAmount } }),
    ],
  });
