import type { ApiPropertyOptions } from '@nestjs/swagger';
import { beforeConstraints } from '../insides/class-validator.js';
import { forDocuments } from './for-documents.js';
import { Stated } from './stated.js';

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
}

/** Declarations by the class that they stand in, in order. */
const declarations = new WeakMap<object, Map<string, Declaration>>();

/** Declares a field of the class. */
export const declared =
  (declaration: Declaration): PropertyDecorator =>
  (target, key) => {
    const own = declarations.get(target) ?? beginClass(target);
    own.set(String(key), declaration);
    for (const read of [Stated(), ...(declaration.reading ?? [])]) read(target, key);
  };

function beginClass(target: object): Map<string, Declaration> {
  const own = new Map<string, Declaration>();
  declarations.set(target, own);
  forDocuments(({ ApiProperty }) => {
    for (const [key, { document }] of own) ApiProperty(document())(target, key);
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

/** What is declared of each field of a class, that of its base classes first. */
export const declarationsOf = (type: View): ReadonlyMap<string, Declaration> =>
  new Map(declaringIn(type).flatMap((target) => [...(declarations.get(target) ?? [])]));

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
