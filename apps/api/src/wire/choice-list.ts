import { ArrayMaxSize, IsArray, IsIn } from 'class-validator';
import { nameOfChoices } from './choices.js';
import { fieldOf, type Options } from './field-of.js';

const MAX_LIST = 100;

/** A list of members of a closed set; see `choices` for its name. */
export const choiceList = (
  description: string,
  values: readonly string[],
  options: Pick<Options, 'optional' | 'view'> = {},
): PropertyDecorator =>
  fieldOf(description, [values[0]], options, () => ({
    schema: {
      type: 'array',
      items: { type: 'string', title: nameOfChoices(values), enum: [...values] },
      maxItems: MAX_LIST,
    },
    rules: [IsArray(), ArrayMaxSize(MAX_LIST), IsIn([...values], { each: true })],
  }));
