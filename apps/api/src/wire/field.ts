import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { MAX_MONEY, isCalendarDate, readInstant } from '@usaha/shared';
import { asSent, emptiedByNull, fieldOf, inView, orEmpty, type Kind, type Options } from './field-of.js';
import { forDocuments } from './for-documents.js';
import { nameOfChoices } from './choices.js';
import { HasStatedKeys, type StatedKeys } from './stated-keys.js';
import { patternMessages, worded } from './constraint-messages.js';
import { IsWithinBytes } from './within-bytes.js';

/** The largest whole number a record can hold (32 bits). */
const MAX_COUNT = 2 ** 31 - 1;
/** The longest text, in characters, unless a field says otherwise. */
export const MAX_TEXT = 500;
/** No password that anybody has is longer. */
const MAX_PASSWORD = 1_000;
const MAX_LIST = 1_000;
/** No id is longer: a text that names no record is told from one that is no text. */
const MAX_ID = 200;
const ANY_ID = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
/** http or https, a host and perhaps a port, and of the rest the characters that a URI has; a user or password has no place. */
const WEB_ADDRESS =
  /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*)?$/i;

/** A required text has something in it besides white space. */
const filled = ({ optional, blank, filled = !optional }: Options): PropertyDecorator[] =>
  !filled || blank ? [] : [Matches(/\S/, worded(patternMessages.filled))];
/** The same, as it is documented. */
const filledPattern = ({ optional, blank, filled = !optional }: Options): ApiPropertyOptions =>
  !filled || blank ? {} : { pattern: '\\S' };

const text = (options: Options): Kind => ({
  schema: { type: String, maxLength: options.max ?? MAX_TEXT, ...filledPattern(options) },
  rules: [IsString(), ...filled(options), MaxLength(options.max ?? MAX_TEXT)],
});

const password = (options: Options): Kind => ({
  schema: {
    type: String,
    format: 'password',
    writeOnly: true,
    maxLength: MAX_PASSWORD,
    ...filledPattern(options),
  },
  rules: [IsString(), ...filled(options), MaxLength(MAX_PASSWORD)],
});

const uuid = (): Kind => ({ schema: { type: String, format: 'uuid' }, rules: [IsUUID('loose')] });

/** A text that may be longer than others in a body may be so in a view. */
const longInView = (options: Options): Options =>
  (options.max ?? 0) > MAX_TEXT ? { ...options, view: { max: options.max, ...inView(options.view) } } : options;

/** A number within limits, unless it is told others. @param format as OpenAPI names it */
const numberFrom =
  (least?: number, most?: number, format?: string) =>
  (description: string, example: number | null, options: Options & { min?: number } = {}): PropertyDecorator =>
    fieldOf(description, example, options, ({ min = least, max = most }) => ({
      schema: { type: Number, ...(format && { format }), minimum: min, maximum: max },
      rules: [IsNumber(), ...(min === undefined ? [] : [Min(min)]), ...(max === undefined ? [] : [Max(max)])],
    }));

/** A list in the place of an object is always wrong: its items are not looked at. */
const withoutLists = (value: unknown): unknown => (Array.isArray(value) ? [] : value);

/**
 * The field vocabulary of both surfaces: one line says name, validation and documentation. The first two arguments
 * are the description and an example; options say whether it may be left out (bodies) or be null (views).
 */
export const field = {
  /** Of a whole class: what it describes. Bodies need none: the document says which operation takes them. */
  record:
    (description: string): ClassDecorator =>
    (target) =>
      forDocuments(({ ApiSchema }) => ApiSchema({ description })(target)),

  /** Of fields that exclude each other all examples but one are null. */
  text: (description: string, example: string | null, options: Options = {}) =>
    fieldOf(description, example, longInView(options), text),

  email: (description: string, example: string, options: Options = {}) =>
    fieldOf(description, example, options, () => ({
      schema: { type: String, format: 'email', maxLength: 254 },
      rules: [IsEmail(), MaxLength(254)],
    })),

  /** A web address: one that is shown or followed neither runs nor tells a password. */
  uri: (description: string, example: string, options: Options = {}) =>
    fieldOf(description, example, options, () => ({
      schema: { type: String, format: 'uri', maxLength: 2_000 },
      rules: [MaxLength(2_000), Matches(WEB_ADDRESS, worded(patternMessages.webAddress))],
    })),

  /**
   * Never shown, logged or stored in clear. How short one may be is the domain's rule. Unless told otherwise its example is
   * that of the demo accounts, so that it works as it stands.
   */
  password: (description: string, { example = 'demo-password', ...options }: Options & { example?: string } = {}) =>
    fieldOf(description, example, options, password, { shown: null }),

  flag: (description: string, example: boolean, options: Options = {}) =>
    fieldOf(description, example, options, () => ({ schema: { type: Boolean }, rules: [IsBoolean()] })),

  /** A whole number within 32 bits. */
  count: (description: string, example: number, options: Options & { min?: number } = {}) =>
    fieldOf(description, example, options, ({ min = 0, max = MAX_COUNT }) => ({
      schema: { type: 'integer', minimum: min, maximum: max },
      rules: [IsInt(), Min(min), Max(max)],
    })),

  /** A number, whole or not. */
  number: numberFrom(),

  /** A rate in percent: 6 means 6 %. More than four decimals are rounded. */
  percent: numberFrom(0, 100),

  /** An amount in ringgit, as a JSON number; more than two decimals are rounded by the domain. */
  money: numberFrom(0, MAX_MONEY, 'decimal'),

  /** One of a closed set, in the case of the surface; see `choices` for its name. */
  choice: (description: string, values: readonly string[], options: Options = {}) => {
    const title = nameOfChoices(values);
    return fieldOf(description, values[0], options, ({ optional, nullable }) => ({
      schema: {
        type: String,
        title,
        enum: [...values, ...(optional || nullable ? [null as never] : [])],
      },
      rules: [IsIn([...values])],
    }));
  },

  /** A uuid of any version, or of none: 11111111-1111-1111-1111-111111111111 has the format too. */
  id: (description: string, example = ANY_ID, options: Options = {}) => fieldOf(description, example, options, uuid),

  /** The id of another record: in a view a uuid, in a body any text, since that of no record is the domain's to refuse. */
  reference: (description: string, example = ANY_ID, options: Options = {}) =>
    fieldOf(description, example, { max: MAX_ID, ...options }, text, { shown: uuid }),

  /** A calendar date, YYYY-MM-DD: a text, never an instant. */
  day: (description: string, example: string, options: Options = {}) =>
    fieldOf(description, example, options, () => ({
      schema: { type: String, format: 'date' },
      rules: [
        ValidateBy({
          name: 'isCalendarDate',
          validator: { validate: (value) => typeof value === 'string' && isCalendarDate(value) },
        }),
      ],
    })),

  /** A time of day in Malaysia, HH:MM:SS; in a body HH:MM too. */
  time: (description: string, example: string, options: Options = {}) =>
    fieldOf(
      description,
      example,
      options,
      () => ({
        schema: { type: String, pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' },
        rules: [Matches(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, worded(patternMessages.time))],
      }),
      {
        reading: [
          Transform(({ value }: { value: unknown }) =>
            typeof value === 'string' && /^\d{2}:\d{2}$/.test(value) ? `${value}:00` : value,
          ),
        ],
      },
    ),

  /** An instant in a body: ISO 8601 with any offset, without one in UTC+8; see `readInstant`. */
  sentInstant: (
    description: string,
    { example = '2026-03-10T16:30:00+08:00', ...options }: Options & { example?: string } = {},
  ) =>
    fieldOf(description, example, options, () => ({
      schema: { type: String, format: 'date-time' },
      rules: [
        ValidateBy({
          name: 'isInstant',
          validator: { validate: (value) => typeof value === 'string' && readInstant(value) !== null },
        }),
      ],
    })),

  /** An instant, ISO 8601 in UTC with `Z`. Views only. */
  instant: (description: string, options: Options = {}) =>
    fieldOf(
      description,
      '2026-03-10T08:30:00.000Z',
      options,
      () => ({ schema: { type: String, format: 'date-time' }, rules: [IsString()] }),
      { held: 'instant' },
    ),

  texts: (description: string, example: string[], options: Options & { min?: number } = {}) =>
    fieldOf(
      description,
      example,
      emptiedByNull(options),
      ({ min, max = MAX_LIST }) => ({
        schema: {
          type: 'array',
          items: { type: 'string', maxLength: MAX_TEXT },
          minItems: min,
          maxItems: max,
        },
        rules: [
          IsArray(),
          ArrayMaxSize(max),
          ...(min === undefined ? [] : [ArrayMinSize(min)]),
          IsString({ each: true }),
          MaxLength(MAX_TEXT, { each: true }),
        ],
      }),
      { reading: [Transform(({ value }: { value: unknown }) => orEmpty(value, options, () => []))] },
    ),

  /** An object kept as it is sent, unknown keys too; those that are stated have their types. */
  object: (
    description: string,
    example: Record<string, unknown>,
    { keys, ...options }: Options & { keys?: StatedKeys } = {},
  ) =>
    fieldOf(
      description,
      example,
      emptiedByNull(options),
      () => ({
        schema: { ...(keys ? { type: () => keys } : { type: 'object' }), additionalProperties: true },
        rules: [IsObject(), IsWithinBytes(), ...(keys ? [HasStatedKeys(keys)] : [])],
      }),
      { reading: [asSent((value) => orEmpty(value, options, () => ({})))] },
    ),

  /** An object with its fields. An example of null is for one that excludes another field. */
  nested: (description: string, type: new () => object, { example, ...options }: Options & { example?: null } = {}) =>
    fieldOf(
      description,
      example,
      options,
      () => ({ schema: { type: () => type }, rules: [IsObject(), ValidateNested()] }),
      {
        held: type,
        reading: [Transform(({ value }: { value: unknown }) => withoutLists(value)), Type(() => type)],
      },
    ),

  /** Many objects with their fields. An example of null is for a list that excludes another field. */
  nestedList: (
    description: string,
    type: new () => object,
    { example, ...options }: Options & { min?: number; example?: null } = {},
  ) =>
    fieldOf(
      description,
      example,
      emptiedByNull(options),
      ({ min }) => ({
        schema: { type: () => type, isArray: true, minItems: min, maxItems: MAX_LIST },
        rules: [
          IsArray(),
          ArrayMaxSize(MAX_LIST),
          ...(min === undefined ? [] : [ArrayMinSize(min)]),
          // A list within would be taken for an object without fields.
          IsObject({ each: true }),
          ValidateNested({ each: true }),
        ],
      }),
      {
        held: type,
        reading: [
          Transform(({ value }: { value: unknown }) =>
            Array.isArray(value) ? value.map(withoutLists) : orEmpty(value, options, () => []),
          ),
          Type(() => type),
        ],
      },
    ),
};
