import { ArrayMaxSize, IsArray } from 'class-validator';
import { asSent, emptiedByNull, fieldOf, orEmpty, type Options } from './field-of.js';
import { IsWithinBytes } from './within-bytes.js';

const MAX_LIST = 1_000;

/** A list of any items, kept and answered as it was sent. One that may be left out is emptied by null. */
export const listOfAny = (
  description: string,
  example: unknown[],
  options: Pick<Options, 'unset' | 'view'> = {},
): PropertyDecorator =>
  fieldOf(
    description,
    example,
    emptiedByNull(options),
    () => ({
      schema: { type: 'array', items: {}, maxItems: MAX_LIST },
      rules: [IsArray(), ArrayMaxSize(MAX_LIST), IsWithinBytes()],
    }),
    { reading: [asSent((value) => orEmpty(value, options, () => []))] },
  );
