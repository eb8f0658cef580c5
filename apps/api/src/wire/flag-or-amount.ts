import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import { MAX_MONEY } from '@usaha/shared';
import { declares } from './declared-fields.js';

const isFlagOrAmount = (value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'number' && value >= 0 && value <= MAX_MONEY);

/** A flag or an amount in ringgit, kept and answered as it was sent; null is neither. */
export const flagOrAmount =
  (description: string, example: boolean | number, { optional = false } = {}): PropertyDecorator =>
  (target, key) => {
    const amount = { type: 'number', minimum: 0, maximum: MAX_MONEY };
    const anyOf = [{ type: 'boolean' }, amount, { type: 'null' as 'string' }];
    declares()(target, key);
    ApiProperty({ description, example, required: !optional, anyOf })(target, key);
    if (optional) IsOptional()(target, key);
    ValidateBy({ name: 'isFlagOrAmount', constraints: [MAX_MONEY], validator: { validate: isFlagOrAmount } })(
      target,
      key,
    );
  };
