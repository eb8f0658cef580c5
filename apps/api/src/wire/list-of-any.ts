import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, ValidateBy, ValidateIf } from 'class-validator';
import { declared } from './declared-fields.js';

const MAX_LIST = 1_000;
/** As JSON, as of an open object. */
const MAX_BYTES = 65_536;

interface Options {
  /** May be left out of a body; null empties it. */
  unset?: boolean;
}

/** A list of whatever was sent, kept and answered as it was. */
export const listOfAny = (
  description: string,
  example: unknown[],
  { unset = false }: Options = {},
): PropertyDecorator =>
  declared({
    // As it came: what is within is not made into anything else.
    reading: [
      Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) =>
        unset && obj[key] === null ? [] : obj[key],
      ),
    ],
    document: () => ({
      description,
      example,
      required: !unset,
      type: 'array',
      items: {},
      maxItems: MAX_LIST,
      nullable: unset || undefined,
    }),
    rules: () => [
      ...(unset ? [ValidateIf((_, value) => value !== undefined)] : []),
      IsArray(),
      ArrayMaxSize(MAX_LIST),
      ValidateBy({
        name: 'isWithinBytes',
        constraints: [MAX_BYTES],
        validator: { validate: (value) => Buffer.byteLength(JSON.stringify(value) ?? '') <= MAX_BYTES },
      }),
    ],
  });
