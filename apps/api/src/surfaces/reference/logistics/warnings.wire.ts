import { documentWarnings } from '@usaha/logistics';
import { choices, nameOfChoices } from '../../../wire/choices.js';
import { declared } from '../../../wire/declared-fields.js';

export const documentWarningChoices = choices('DocumentWarning', documentWarnings);

/** A field of a view: what is to be said against an action, by code; it was done all the same. */
export const warningsOf = (
  codes: readonly string[],
  description: string,
  example = ['road_tax_expired'],
): PropertyDecorator =>
  declared({
    document: () => ({
      description,
      example,
      type: 'array',
      items: { type: 'string', title: nameOfChoices(codes), enum: [...codes] },
    }),
  });
