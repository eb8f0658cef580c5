import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsOptional } from 'class-validator';
import { nameOfChoices } from './choices.js';
import { declares } from './declared-fields.js';

const MAX_LIST = 100;

/** A list of members of a closed set; see `choices` for its name. */
export const choiceList =
  (description: string, values: readonly string[], { optional = false } = {}): PropertyDecorator =>
  (target, key) => {
    const items = { type: 'string', title: nameOfChoices(values), enum: [...values] };
    const schema = { type: 'array' as const, items, maxItems: MAX_LIST, nullable: optional };
    declares()(target, key);
    ApiProperty({ description, example: [values[0]], required: !optional, ...schema })(target, key);
    if (optional) IsOptional()(target, key);
    IsArray()(target, key);
    ArrayMaxSize(MAX_LIST)(target, key);
    IsIn([...values], { each: true })(target, key);
  };
