import { ApiProperty } from '@nestjs/swagger';
import { documentWarnings } from '@usaha/logistics';
import { choices, nameOfChoices } from '../../wire/choices.js';
import { declares } from '../../wire/declared-fields.js';

export const documentWarningChoices = choices('DocumentWarning', documentWarnings);

/** A field of a view: what is to be said against an action, by code; it was done all the same. */
export const warningsOf =
  (codes: readonly string[], description: string, example = ['road_tax_expired']): PropertyDecorator =>
  (target, key) => {
    declares()(target, key);
    const items = { type: 'string', title: nameOfChoices(codes), enum: [...codes] };
    ApiProperty({ description, example, type: 'array', items })(target, key);
  };
