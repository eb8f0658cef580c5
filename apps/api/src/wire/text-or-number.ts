import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import { declares } from './declared-fields.js';

const MAX_TEXT = 100;

const isTextOrNumber = (value: unknown): boolean =>
  Number.isFinite(value) || (typeof value === 'string' && value.length <= MAX_TEXT && !value.includes('\0'));

/** A number (1e999 is none that can be kept) or a text, kept and answered as it was sent. */
export const textOrNumber =
  (description: string, example: string | number, { optional = false } = {}): PropertyDecorator =>
  (target, key) => {
    const anyOf = [{ type: 'number' }, { type: 'string', maxLength: MAX_TEXT }, { type: 'null' as 'string' }];
    declares()(target, key);
    ApiProperty({ description, example, required: !optional, anyOf })(target, key);
    if (optional) IsOptional()(target, key);
    ValidateBy({
      name: 'isTextOrNumber',
      constraints: [MAX_TEXT],
      validator: { validate: isTextOrNumber },
    })(target, key);
  };
