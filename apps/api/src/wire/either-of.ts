import { IsOptional, ValidateBy } from 'class-validator';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import type { constraintMessages } from './constraint-messages.js';
import { declared, type Declaration } from './declared-fields.js';
import { inView, type Options } from './field-of.js';

type Schema = NonNullable<ApiPropertyOptions['anyOf']>[number];

/** One of the kinds of values that a field takes: what it is in a document, and whether a value is of it. */
export interface Alternative {
  schema: Schema;
  holds: (value: unknown) => boolean;
}

export const FLAG: Alternative = { schema: { type: 'boolean' }, holds: (value) => typeof value === 'boolean' };

/** Up to `maxLength` characters. A NUL among them was refused with the body, before its fields are looked at. */
export const textUpTo = (maxLength: number): Alternative => ({
  schema: { type: 'string', maxLength },
  holds: (value) => typeof value === 'string' && value.length <= maxLength,
});

/** A value or null; null is what a document calls a type, and Nest's types do not know. */
export const orNull = (...alternatives: Schema[]): Schema[] => [...alternatives, { type: 'null' as 'string' }];

interface Either extends Pick<Declaration, 'reading'> {
  /** The message for a value that is of none of the kinds. */
  constraint: keyof typeof constraintMessages;
  /** The limit that is named in it. */
  limit: number;
  alternatives: readonly Alternative[];
  /** Further rules of it. */
  rules?: () => readonly PropertyDecorator[];
}

/** A kind of field of which each value is of one of several kinds, kept and answered as it was sent; null is none. */
export const eitherOf =
  <Example>({ constraint, limit, alternatives, reading, rules }: Either) =>
  (
    description: string,
    example: Example,
    { optional = false, view }: Pick<Options, 'optional' | 'view'> = {},
  ): PropertyDecorator => {
    const document = () => ({
      description,
      example,
      required: !optional,
      anyOf: orNull(...alternatives.map(({ schema }) => schema)),
    });
    return declared({
      reading,
      document,
      // A derived view has no `design:type`, and without a type Swagger reports a circular dependency.
      inView: () => ({ type: Object, ...document(), required: true, ...inView(view) }),
      rules: () => [
        ...(optional ? [IsOptional()] : []),
        ValidateBy({
          name: constraint,
          constraints: [limit],
          validator: { validate: (value) => alternatives.some(({ holds }) => holds(value)) },
        }),
        ...(rules?.() ?? []),
      ],
    });
  };
