import { ArrayMaxSize, IsArray, ValidateBy } from 'class-validator';
import { asSent, emptiedByNull, fieldOf, orEmpty, type Options } from './field-of.js';
import { IsWithinBytes } from './within-bytes.js';

const MAX_TEXT = 500;
const MAX_LIST = 1_000;

const isTextOrObject = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= MAX_TEXT
    : typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of texts and objects, each kept as it was sent. One that may be left out is emptied by null. */
export const textsOrObjects = (
  description: string,
  example: (string | object)[],
  options: Pick<Options, 'unset' | 'view'> = {},
): PropertyDecorator =>
  fieldOf(
    description,
    example,
    emptiedByNull(options),
    () => ({
      schema: {
        type: 'array',
        items: {
          anyOf: [
            { type: 'string', maxLength: MAX_TEXT },
            { type: 'object', additionalProperties: true },
          ],
        },
        maxItems: MAX_LIST,
      },
      rules: [
        IsArray(),
        ArrayMaxSize(MAX_LIST),
        ValidateBy({
          name: 'isTextsOrObjects',
          constraints: [MAX_TEXT],
          validator: { validate: (value) => Array.isArray(value) && value.every(isTextOrObject) },
        }),
        IsWithinBytes(),
      ],
    }),
    { reading: [asSent((value) => orEmpty(value, options, () => []))] },
  );
