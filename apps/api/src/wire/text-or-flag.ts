import { IsOptional, ValidateBy } from 'class-validator';
import { declared } from './declared-fields.js';

const MAX_TEXT = 100;

const isTextOrFlag = (value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'string' && value.length <= MAX_TEXT);

/** A flag or a text, kept and answered as it was sent. */
export const textOrFlag = (
  description: string,
  example: string | boolean,
  { optional = false } = {},
): PropertyDecorator =>
  declared({
    document: () => ({
      description,
      example,
      required: !optional,
      anyOf: [{ type: 'boolean' }, { type: 'string', maxLength: MAX_TEXT }, { type: 'null' as 'string' }],
    }),
    rules: () => [
      ...(optional ? [IsOptional()] : []),
      ValidateBy({ name: 'isTextOrFlag', constraints: [MAX_TEXT], validator: { validate: isTextOrFlag } }),
    ],
  });
