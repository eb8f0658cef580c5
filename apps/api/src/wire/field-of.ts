import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, ValidateIf } from 'class-validator';
import { declared, type Declaration } from './declared-fields.js';

/** What fields of every kind may be told. */
export interface Options {
  /** May be left out of a body; null clears it. */
  optional?: boolean;
  /** May be left out of a body; null is refused, since the record always has it. A list or open object is emptied by it. */
  unset?: boolean;
  /** In a view: always present, and null when unset. */
  nullable?: boolean;
  max?: number;
  /** A text may be empty. */
  blank?: boolean;
}

/** What a kind of field is in a document, and what is asked of its values. */
interface Kind {
  schema: ApiPropertyOptions;
  rules: readonly PropertyDecorator[];
}

/** A list or an open object that may be left out is emptied by null: the record always has one. */
export const orEmpty = (value: unknown, { unset }: Options, empty: () => unknown): unknown =>
  value === null && unset ? empty() : value;
/** The same, as it is documented. */
export const emptiedByNull = (options: Options): Options => ({
  ...options,
  nullable: options.nullable ?? options.unset,
});

/** Reads a field as it came: what is within is not made into anything else. */
export const asSent = (read = (value: unknown): unknown => value): PropertyDecorator =>
  Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => read(obj[key]));

/** A field of a kind, which is worked out when it is asked for. */
export function fieldOf(
  description: string,
  example: unknown,
  { optional, unset, nullable }: Options,
  kind: () => Kind,
  read: Pick<Declaration, 'held' | 'reading'> = {},
): PropertyDecorator {
  return declared({
    ...read,
    document: () => {
      const property = { description, example, required: !optional && !unset, ...kind().schema } as ApiPropertyOptions;
      return optional || nullable ? { ...property, nullable: true } : property;
    },
    rules: () => [
      ...(optional ? [IsOptional()] : []),
      ...(unset ? [ValidateIf((_, value) => value !== undefined)] : []),
      ...kind().rules,
    ],
  });
}
