import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, ValidateBy, ValidateIf } from 'class-validator';
import { declared } from './declared-fields.js';
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
  { unset = false } = {},
): PropertyDecorator =>
  declared({
    reading: [
      Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) =>
        obj[key] === null && unset ? [] : obj[key],
      ),
    ],
    document: () => ({
      description,
      example,
      required: !unset,
      type: 'array',
      items: {
        anyOf: [
          { type: 'string', maxLength: MAX_TEXT },
          { type: 'object', additionalProperties: true },
        ],
      },
      maxItems: MAX_LIST,
      ...(unset ? { nullable: true } : {}),
    }),
    rules: () => [
      ...(unset ? [ValidateIf((_, value) => value !== undefined)] : []),
      IsArray(),
      ArrayMaxSize(MAX_LIST),
      ValidateBy({
        name: 'isTextsOrObjects',
        constraints: [MAX_TEXT],
        validator: { validate: (value) => Array.isArray(value) && value.every(isTextOrObject) },
      }),
      IsWithinBytes(),
    ],
  });
