import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsNumber, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { MAX_MONEY, isCalendarDate } from '@usaha/shared';
import { Stated } from './stated.js';
import { nameOfChoices } from './choices.js';
import { constraintMessages, patternMessages, worded } from './constraint-messages.js';

const all =
  (...decorators: PropertyDecorator[]): PropertyDecorator =>
  (target, key) => {
    for (const decorate of decorators) decorate(target, key);
  };

/** Query strings are texts; one sent twice counts as last sent, and an empty one as not given. */
const parsed = (parse: (text: string) => unknown): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => {
    const text: unknown = Array.isArray(value) ? value.at(-1) : value;
    return typeof text !== 'string' || text === '' ? undefined : parse(text);
  });

const describe = (description: string, example: unknown, schema: ApiPropertyOptions): PropertyDecorator =>
  all(Stated(), ApiPropertyOptional({ description, example, ...schema }), IsOptional());

const booleans: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };

/** The vocabulary of query parameters: like `field`, for texts from a URL. */
export const param = {
  text: (description: string, example: string, { max = 500 } = {}) =>
    all(
      describe(description, example, { type: String, maxLength: max }),
      parsed((text) => text),
      IsString(),
      MaxLength(max),
      // PostgreSQL's text holds no NUL.
      Matches(/^[^\0]*$/, worded(patternMessages.withoutNul)),
    ),

  flag: (description: string, example = true) =>
    all(
      describe(description, example, { type: Boolean }),
      parsed((text) => booleans[text.toLowerCase()] ?? text),
      IsBoolean(),
    ),

  /** One of a closed set; in whatever case, since filters are lenient. */
  choice: (description: string, values: readonly string[]) =>
    all(
      describe(description, values[0], { type: String, title: nameOfChoices(values), enum: [...values] }),
      parsed((text) => values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text),
      IsIn([...values]),
    ),

  /** A whole number from 1; enormous ones are allowed. */
  position: (description: string, fallback: number) =>
    all(
      describe(description, fallback, { type: 'integer', minimum: 1, default: fallback }),
      parsed((text) => (/^\+?\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : Number.NaN)),
      IsInt(),
      Min(1),
    ),

  /** An amount in ringgit. */
  money: (description: string, example: number) =>
    all(
      describe(description, example, { type: Number, minimum: 0, maximum: MAX_MONEY }),
      parsed((text) => (/^\+?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN)),
      IsNumber(),
      Min(0),
      Max(MAX_MONEY),
    ),

  /** YYYY-MM-DD, a day in UTC+8. */
  day: (description: string, example: string) =>
    all(
      describe(description, example, { type: String, format: 'date' }),
      parsed((text) => (isCalendarDate(text) ? text : Number.NaN)),
      IsString(worded(constraintMessages.isCalendarDate)),
    ),
};
