import { readPart, writePart } from './sealed-parts.js';

type Item = Readonly<Record<string, unknown>>;

const STORED = Symbol('lists without their sealed texts');
type Holder = { [STORED]?: Record<string, unknown> };

/** A list as its column stores it, without the texts that lie in the seal. */
export const storedItems = (entity: object, name: string): unknown => (entity as Holder)[STORED]?.[name] ?? [];

function setStored(entity: object, name: string, value: unknown): void {
  const holder = entity as Holder;
  if (!holder[STORED]) Object.defineProperty(entity, STORED, { value: {}, enumerable: false });
  (holder[STORED] as Record<string, unknown>)[name] = value;
}

const has = (item: unknown, key: string): item is Item =>
  typeof item === 'object' && item !== null && Object.hasOwn(item, key);

const without = (item: unknown, key: string): unknown => {
  if (!has(item, key)) return item;
  const { [key]: _, ...others } = item;
  return others;
};

/**
 * Makes a property of a list of objects of which one text each lies in the seal of another column. A list as the database has
 * it, without the texts, may be set, too: then they are those of the seal.
 */
export function defineItems(target: object, name: string, whole: string, key: string): void {
  Object.defineProperty(target, name, {
    configurable: true,
    enumerable: true,
    get(this: object): unknown {
      const stored = storedItems(this, name);
      if (!Array.isArray(stored) || stored.length === 0) return stored;
      const texts = readPart(this, whole, name) as unknown[] | undefined;
      return texts === undefined ? stored : stored.map((item: Item, i) => ({ [key]: texts[i], ...item }));
    },
    set(this: object, value: unknown) {
      if (!Array.isArray(value)) return setStored(this, name, value);
      const items: unknown[] = value;
      setStored(
        this,
        name,
        items.map((item) => without(item, key)),
      );
      if (items.length === 0) writePart(this, whole, name, undefined);
      else if (items.some((item) => has(item, key)))
        writePart(
          this,
          whole,
          name,
          items.map((item) => (has(item, key) ? item[key] : null)),
        );
    },
  });
}
