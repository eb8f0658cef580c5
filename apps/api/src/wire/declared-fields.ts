import type { ApiPropertyOptions } from '@nestjs/swagger';
import { beforeConstraints } from '../internals/class-validator.js';
import { forDocuments } from './for-documents.js';
import { Stated } from './stated.js';

/** The ids that a view declares stand before the fields of the body that it is derived from. */
const IDS: readonly string[] = ['id', 'tenant_id'];

type View = new () => object;

/** What a view is told of a field: the class of an object or of many, that it is an instant, or nothing. */
export type Held = View | 'instant' | null;

/**
 * All that is said of a field of a body, query or view. What only documents and validation ask for is worked out when they do:
 * most processes make no document, views are never validated, and few bodies are ever sent to one process.
 */
export interface Declaration {
  held?: Held;
  /** How it is read of what was sent. */
  reading?: readonly PropertyDecorator[];
  /** What class-validator asks of it. */
  rules?: () => readonly PropertyDecorator[];
  document: () => ApiPropertyOptions;
  /** The same of the field in a view that is derived from the body; see `ViewType`. */
  inView?: (isNullable?: boolean) => ApiPropertyOptions;
  /** The inherited field before which it stands. */
  before?: string;
}

type Declarations = Map<string, Declaration>;

/** Declarations by the class that they stand in, in order. */
const declarations = new WeakMap<object, Declarations>();
/** Prototypes of classes that `ViewType` made, and of classes that others extend. */
const derived = new WeakSet<object>();
const extended = new WeakSet<object>();

/** Declares a field of the class. */
export const declared =
  (declaration: Declaration): PropertyDecorator =>
  (target, key) => {
    const own = declarations.get(target) ?? beginClass(target, new Map());
    own.set(String(key), declaration);
    for (const read of [Stated(), ...(declaration.reading ?? [])]) read(target, key);
  };

/** Declares the fields of a class that is derived from another, and extended by the class that is meant. */
export function declareDerived(type: View, own: Declarations): void {
  derived.add(type.prototype as object);
  beginClass(type.prototype as object, own);
}

/** Places a field of a class before one that the class inherits. */
export function place(target: object, key: string, before: string): void {
  const own = declarations.get(target);
  const declaration = own?.get(key);
  if (!own || !declaration) throw new Error(`${key} is placed before it is declared`);
  own.set(key, { ...declaration, before });
}

function beginClass(target: object, own: Declarations): Declarations {
  declarations.set(target, own);
  const parent = Object.getPrototypeOf(target) as object;
  extended.add(parent);
  forDocuments(({ ApiProperty }) => {
    // Which of its fields stands where is known to the class that extends it.
    if (derived.has(target) && extended.has(target)) return;
    const documented = derived.has(parent) ? declarationsOf(target.constructor as View) : own;
    for (const [key, { document }] of documented) ApiProperty(document())(target, key);
  });
  return own;
}

/** The prototypes of a class that declare fields, those of its base classes first. */
function declaringIn(type: View): object[] {
  const chain: object[] = [];
  for (let p = type.prototype as object | null; p; p = Object.getPrototypeOf(p) as object | null)
    if (declarations.has(p)) chain.unshift(p);
  return chain;
}

/** The declaration of each field of a class, those of its base classes first; of a derived view in the order of `placed`. */
export function declarationsOf(type: View): ReadonlyMap<string, Declaration> {
  const chain = declaringIn(type);
  const all: Declarations = new Map(chain.flatMap((target) => [...(declarations.get(target) ?? [])]));
  return chain.some((target) => derived.has(target)) ? placed(all) : all;
}

/** A field that is placed stands before the one that it names; otherwise the ids of a record and its tenant stand first. */
function placed(all: Declarations): Declarations {
  const ids = IDS.filter((key) => all.has(key) && all.get(key)?.before === undefined);
  const others = [...all].filter(([key]) => !ids.includes(key));
  const order = others.filter(([, { before }]) => before === undefined).map(([key]) => key);
  for (const [key, { before }] of others) {
    if (before === undefined) continue;
    const at = order.indexOf(before);
    if (at < 0) throw new Error(`${key} is placed before ${before}, which is not there`);
    order.splice(at, 0, key);
  }
  return new Map([...ids, ...order].map((key) => [key, all.get(key) as Declaration]));
}

/** The fields that a view declares with the field vocabulary, those of its base classes first. */
export const fieldsOf = (view: View): ReadonlyMap<string, Held> =>
  new Map([...declarationsOf(view)].map(([key, { held }]) => [key, held ?? null]));

const constrained = new WeakSet<object>();

beforeConstraints((type) => {
  for (const target of declaringIn(type)) {
    if (constrained.has(target)) continue;
    constrained.add(target);
    for (const [key, { rules }] of declarations.get(target) ?? [])
      for (const constrain of rules?.() ?? []) constrain(target, key);
  }
});
