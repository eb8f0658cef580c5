import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';

const MAX_TEXT = 100;

const isPeriod = (value: unknown): boolean =>
  Number.isFinite(value) || (typeof value === 'string' && value.length <= MAX_TEXT && !value.includes('\0'));

/** A number (1e999 is none that can be kept) or a text, kept and answered as it was sent. */
export const retentionPeriod =
  (description: string, { optional = false } = {}): PropertyDecorator =>
  (target, key) => {
    const anyOf = [{ type: 'number' }, { type: 'string', maxLength: MAX_TEXT }, { type: 'null' as 'string' }];
    ApiProperty({ description, example: 7, required: !optional, anyOf })(target, key);
    if (optional) IsOptional()(target, key);
    ValidateBy({
      name: 'isRetentionPeriod',
      constraints: [MAX_TEXT],
      validator: { validate: isPeriod },
    })(target, key);
  };
