import { Stated } from './stated.js';

type View = new () => object;

/** Fields by the class that declares them, in order; of a nested one, what it is. */
const declared = new WeakMap<object, Map<string, View | null>>();

/** Notes that the class declares this field, in a body as in a view. @param nested of a field that is an object, or many: its class */
export const declares =
  (nested: View | null = null): PropertyDecorator =>
  (target, key) => {
    Stated()(target, key);
    const own = declared.get(target) ?? new Map<string, View | null>();
    declared.set(target, own.set(String(key), nested));
  };

/** The fields that a view declares with the field vocabulary, those of its base classes first. */
export function fieldsOf(view: View): ReadonlyMap<string, View | null> {
  const chain: Map<string, View | null>[] = [];
  for (let p = view.prototype as object | null; p; p = Object.getPrototypeOf(p) as object | null) {
    const own = declared.get(p);
    if (own) chain.unshift(own);
  }
  return new Map(chain.flatMap((own) => [...own]));
}
