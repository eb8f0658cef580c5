import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, ValidateBy, ValidateIf } from 'class-validator';
import { declares } from './declared-fields.js';
import { IsWithinBytes } from './within-bytes.js';

const MAX_TEXT = 500;
const MAX_LIST = 1_000;

const isTextOrObject = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= MAX_TEXT
    : typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of texts and objects, each kept as it was sent. One that may be left out is emptied by null. */
export const textsOrObjects =
  (description: string, example: (string | object)[], { unset = false } = {}): PropertyDecorator =>
  (target, key) => {
    const items = {
      anyOf: [
        { type: 'string', maxLength: MAX_TEXT },
        { type: 'object', additionalProperties: true },
      ],
    };
    declares()(target, key);
    ApiProperty({
      description,
      example,
      required: !unset,
      type: 'array',
      items,
      maxItems: MAX_LIST,
      ...(unset ? { nullable: true } : {}),
    })(target, key);
    Transform(({ obj, key: name }: { obj: Record<string, unknown>; key: string }) =>
      obj[name] === null && unset ? [] : obj[name],
    )(target, key);
    if (unset) ValidateIf((_, value) => value !== undefined)(target, key);
    IsArray()(target, key);
    ArrayMaxSize(MAX_LIST)(target, key);
    ValidateBy({
      name: 'isTextsOrObjects',
      constraints: [MAX_TEXT],
      validator: { validate: (value) => Array.isArray(value) && value.every(isTextOrObject) },
    })(target, key);
    IsWithinBytes()(target, key);
  };
