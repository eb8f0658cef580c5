import { ArrayMaxSize, IsArray, IsIn, IsOptional } from 'class-validator';
import { nameOfChoices } from './choices.js';
import { declared } from './declared-fields.js';

const MAX_LIST = 100;

/** A list of members of a closed set; see `choices` for its name. */
export const choiceList = (
  description: string,
  values: readonly string[],
  { optional = false } = {},
): PropertyDecorator =>
  declared({
    document: () => ({
      description,
      example: [values[0]],
      required: !optional,
      type: 'array',
      items: { type: 'string', title: nameOfChoices(values), enum: [...values] },
      maxItems: MAX_LIST,
      nullable: optional,
    }),
    rules: () => [
      ...(optional ? [IsOptional()] : []),
      IsArray(),
      ArrayMaxSize(MAX_LIST),
      IsIn([...values], { each: true }),
    ],
  });
