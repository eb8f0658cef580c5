import { Stated } from './stated.js';

type View = new () => object;

/** What a view is told of a field: the class of an object or of many, that it is an instant, or nothing. */
export type Held = View | 'instant' | null;

/** Fields by the class that declares them, in order. */
const declared = new WeakMap<object, Map<string, Held>>();

/** Notes that the class declares this field, in a body as in a view. */
export const declares =
  (held: Held = null): PropertyDecorator =>
  (target, key) => {
    Stated()(target, key);
    const own = declared.get(target) ?? new Map<string, Held>();
    declared.set(target, own.set(String(key), held));
  };

/** The fields that a view declares with the field vocabulary, those of its base classes first. */
export function fieldsOf(view: View): ReadonlyMap<string, Held> {
  const chain: Map<string, Held>[] = [];
  for (let p = view.prototype as object | null; p; p = Object.getPrototypeOf(p) as object | null) {
    const own = declared.get(p);
    if (own) chain.unshift(own);
  }
  return new Map(chain.flatMap((own) => [...own]));
}
