import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { MAX_MONEY, isCalendarDate, readInstant } from '@usaha/shared';
import { nameOfChoices } from './choices.js';
import { constraintMessages, patternMessages, worded } from './constraint-messages.js';
import { declared } from './declared-fields.js';

/** Query strings are texts; one sent twice counts as last sent, and an empty one as not given. */
const parsed = (parse: (text: string) => unknown): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => {
    const text: unknown = Array.isArray(value) ? value.at(-1) : value;
    return typeof text !== 'string' || text === '' ? undefined : parse(text);
  });

/** A parameter that may be left out, as all may. @param kind worked out when it is asked for */
const paramOf = (
  description: string,
  example: unknown,
  parse: (text: string) => unknown,
  kind: () => { schema: ApiPropertyOptions; rules: readonly PropertyDecorator[] },
): PropertyDecorator =>
  declared({
    reading: [parsed(parse)],
    document: () => ({ description, example, ...kind().schema, required: false }) as ApiPropertyOptions,
    rules: () => [IsOptional(), ...kind().rules],
  });

const booleans: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };

/** The vocabulary of query parameters: like `field`, for texts from a URL. */
export const param = {
  text: (description: string, example: string, { max = 500 } = {}) =>
    paramOf(
      description,
      example,
      (text) => text,
      () => ({
        schema: { type: String, maxLength: max },
        // PostgreSQL's text holds no NUL.
        rules: [IsString(), MaxLength(max), Matches(/^[^\0]*$/, worded(patternMessages.withoutNul))],
      }),
    ),

  flag: (description: string, example = true) =>
    paramOf(
      description,
      example,
      (text) => booleans[text.toLowerCase()] ?? text,
      () => ({ schema: { type: Boolean }, rules: [IsBoolean()] }),
    ),

  /** One of a closed set; in any case, since filters are lenient. */
  choice: (description: string, values: readonly string[]) => {
    const title = nameOfChoices(values);
    return paramOf(
      description,
      values[0],
      (text) => values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text,
      () => ({ schema: { type: String, title, enum: [...values] }, rules: [IsIn([...values])] }),
    );
  },

  /** A whole number from 1; enormous ones are allowed. */
  position: (description: string, fallback: number) =>
    paramOf(
      description,
      fallback,
      (text) => (/^\+?\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : Number.NaN),
      () => ({ schema: { type: 'integer', minimum: 1, default: fallback }, rules: [IsInt(), Min(1)] }),
    ),

  /** An amount in ringgit. */
  money: (description: string, example: number) =>
    paramOf(
      description,
      example,
      (text) => (/^\+?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN),
      () => ({
        schema: { type: Number, minimum: 0, maximum: MAX_MONEY },
        rules: [IsNumber(), Min(0), Max(MAX_MONEY)],
      }),
    ),

  /** YYYY-MM-DD, a day in UTC+8. */
  day: (description: string, example: string) =>
    paramOf(
      description,
      example,
      (text) => (isCalendarDate(text) ? text : Number.NaN),
      () => ({
        schema: { type: String, format: 'date' },
        rules: [IsString(worded(constraintMessages.isCalendarDate))],
      }),
    ),

  /** An instant: ISO 8601 with any offset, without one in UTC+8; see `readInstant`. */
  instant: (description: string, example: string) =>
    paramOf(
      description,
      example,
      (text) => readInstant(text) ?? Number.NaN,
      () => ({
        schema: { type: String, format: 'date-time' },
        rules: [IsDate(worded(constraintMessages.isInstant))],
      }),
    ),
};
