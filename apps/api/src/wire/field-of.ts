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
  /** The value of a field that is left out, as documents declare it. */
  default?: string;
  /** A text may be empty. */
  blank?: boolean;
  /** A text that may be left out is not empty where it is sent. */
  filled?: boolean;
  /** Of a field of a body: its description in a view that is derived from the body, or all that differs there; see `ViewType`. */
  view?: string | InView;
}

/** How a field of a body differs in a view. Limits of a body do not hold in views: they are stated again where they do. */
export interface InView {
  description?: string;
  example?: unknown;
  min?: number;
  max?: number;
}

/** What a kind of field is in a document, and what is asked of its values. */
export interface Kind {
  schema: ApiPropertyOptions;
  rules: readonly PropertyDecorator[];
}

/** A list or an open object that may be left out is emptied by null: the record always has one. */
export const orEmpty = (value: unknown, { unset }: Options, empty: () => unknown): unknown =>
  value === null && unset ? empty() : value;
/** The same, as it is documented. */
export const emptiedByNull = <O extends Options>(options: O): O => ({
  ...options,
  nullable: options.nullable ?? options.unset,
});

/** Reads a field as it came: what is within is not made into anything else. */
export const asSent = (read = (value: unknown): unknown => value): PropertyDecorator =>
  Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => read(obj[key]));

/** What differs in a view, of an option that may be a description alone. */
export const inView = (view: Options['view']): InView =>
  typeof view === 'string' ? { description: view } : (view ?? {});

function documentOf<O extends Options>(
  description: string,
  example: unknown,
  options: O,
  kind: (options: O) => Kind,
): ApiPropertyOptions {
  const { optional, unset, nullable } = options;
  const property = {
    description,
    example,
    ...(options.default !== undefined && { default: options.default }),
    required: !optional && !unset,
    ...kind(options).schema,
  } as ApiPropertyOptions;
  return optional || nullable ? { ...property, nullable: true } : property;
}

/** A field of a kind, which is worked out when it is asked for. @param shown its kind in a view; null: no view has it */
export function fieldOf<O extends Options>(
  description: string,
  example: unknown,
  options: O,
  kind: (options: O) => Kind,
  { shown = kind, ...read }: Pick<Declaration, 'held' | 'reading'> & { shown?: ((options: O) => Kind) | null } = {},
): PropertyDecorator {
  const { optional, unset, view } = options;
  return declared({
    ...read,
    document: () => documentOf(description, example, options, kind),
    rules: () => [
      ...(optional ? [IsOptional()] : []),
      ...(unset ? [ValidateIf((_, value) => value !== undefined)] : []),
      ...kind(options).rules,
    ],
    inView: shown
      ? (isNullable = optional) => {
          const limits = { min: undefined, max: undefined, default: undefined };
          const { description: said = description, example: shownExample = example, ...differing } = inView(view);
          const inViews = { ...options, ...limits, ...differing, optional: false, unset: false, nullable: isNullable };
          return documentOf(said, shownExample, inViews, shown);
        }
      : undefined,
  });
}
