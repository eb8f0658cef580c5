import type { ApiPropertyOptions } from '@nestjs/swagger';
import { declarationsOf, declareDerived, place, type Declaration } from './declared-fields.js';

type Class<T extends object = object> = new () => T;
type Classes<B> = { readonly [K in keyof B]?: Class };

/** The same value with the objects within it shown by another class: one, or each of a list. */
type ShownBy<T, C> = C extends Class<infer V> ? (T extends readonly unknown[] ? V[] : T extends object ? V : T) : T;
type Present<B, W> = { [K in keyof B]-?: K extends keyof W ? ShownBy<B[K], W[K]> : B[K] };
type Shown<B, W, Filled, Nullable> = {
  [K in keyof Present<B, W>]: K extends Filled
    ? NonNullable<Present<B, W>[K]>
    : K extends Nullable
      ? Present<B, W>[K] | null
      : Present<B, W>[K];
};

/** How a view differs from the body that it is derived from, besides what the option `view` of a field says. */
interface Differences<B, W, Filled, Nullable, Except, Base extends object> {
  /** By which classes objects within fields are shown. */
  within?: W & Classes<B>;
  /** Fields that a record always has, although a body may clear them. */
  filled?: readonly Filled[];
  /** Fields that a record may lack, although every body has them: null once they are erased. */
  nullable?: readonly Nullable[];
  /** Fields that are not shown, or as something else, which the view then declares. */
  except?: readonly Except[];
  /** Fields that do not stand where the body has them, each with the one before which it stands. */
  placed?: { readonly [K in keyof B]?: string };
  /** The view that is extended. */
  extends?: Class<Base>;
}

/**
 * The base class of a view that shows the fields of a body (or of a patch that adds fields): each is always present,
 * and null where a body may clear it. Fields that the view declares follow; its `id` and `tenant_id` stand first, and
 * others where `@placedBefore` says.
 * @throws Error where a field is of a kind that has no place in a view: it is named in `except`
 */
export function ViewType<
  B extends object,
  W extends Classes<B> = Record<never, never>,
  Filled extends keyof B = never,
  Nullable extends keyof B = never,
  Except extends keyof B = never,
  Base extends object = Record<never, never>,
>(
  body: Class<B>,
  differences: Differences<B, W, Filled, Nullable, Except, Base> = {},
): Class<Base & Omit<Shown<B, W, Filled, Nullable>, Except | keyof Base>> {
  const { within = {}, filled = [], nullable = [], except = [], placed = {} } = differences;
  const base: Class = differences.extends ?? Object;
  class Part extends base {
    /** For the compiler alone. */
    declare readonly body?: B;
  }
  const has = (keys: readonly (keyof B)[], key: string): boolean => keys.includes(key as keyof B);
  const inherited = declarationsOf(base);
  const own = new Map<string, Declaration>();
  for (const [key, { inView, held }] of declarationsOf(body)) {
    if (inherited.has(key) || has(except, key)) continue;
    if (!inView) throw new Error(`${body.name}.${key} is of a kind that no view has: name it in \`except\``);
    const isNullable = has(filled, key) ? false : has(nullable, key) ? true : undefined;
    const shown = (within as Record<string, Class | undefined>)[key];
    own.set(key, {
      held: shown ?? held,
      before: (placed as Record<string, string | undefined>)[key],
      document: () => ({ ...inView(isNullable), ...(shown && { type: () => shown }) }) as ApiPropertyOptions,
    });
  }
  declareDerived(Part, own);
  return Part as Class as Class<Base & Omit<Shown<B, W, Filled, Nullable>, Except | keyof Base>>;
}

/** Places a field that a view declares before one of those that it shows of the body: `@placedBefore('unit') @field.flag(…)`. */
export const placedBefore =
  <F extends string>(field: F) =>
  <T extends Record<F, unknown>>(target: T, key: string): void =>
    place(target, key, field);
