import { SealedValue } from './sealed.js';
import { clearText, sealedSlot, setSealedSlot, type SealedSlot } from './sealed-slot.js';

/** What lies in one seal: the fields that hold something, by their names. */
type Parts = Readonly<Record<string, unknown>>;

const NONE: Parts = {};

/** The parts that were read of an entity's seals last: they are parsed once, not once for every field. */
const read = new WeakMap<object, Map<string, { slot: SealedSlot; parts: Parts }>>();

function partsOf(entity: object, whole: string): Parts {
  const slot = sealedSlot(entity, whole);
  const known = read.get(entity)?.get(whole);
  if (known && known.slot === slot) return known.parts;
  const text = clearText(entity, whole);
  return remember(entity, whole, text === null ? NONE : (JSON.parse(text) as Parts));
}

function remember(entity: object, whole: string, parts: Parts): Parts {
  const wholes = read.get(entity) ?? new Map<string, { slot: SealedSlot; parts: Parts }>();
  read.set(entity, wholes.set(whole, { slot: sealedSlot(entity, whole), parts }));
  return parts;
}

/** Makes a property of a field that lies in the seal of another column. What `empty` makes is not stored. */
export function definePart<T>(target: object, key: string, whole: string, empty: () => T): void {
  const nothing = JSON.stringify(empty());
  const textOf = (value: unknown): string => (value === undefined || value === null ? nothing : JSON.stringify(value));
  Object.defineProperty(target, key, {
    configurable: true,
    enumerable: true,
    get(this: object): T {
      const value = partsOf(this, whole)[key];
      return value === undefined ? empty() : (value as T);
    },
    set(this: object, value: T | null) {
      const { [key]: held, ...others } = partsOf(this, whole);
      const text = textOf(value);
      if (text === textOf(held)) return;
      const parts = text === nothing ? others : { ...others, [key]: value };
      setSealedSlot(this, whole, Object.keys(parts).length === 0 ? null : JSON.stringify(parts));
      remember(this, whole, parts);
    },
  });
}

/** Which parts of a seal are others than they were, by the slot that was there before. */
export function changedParts(entity: object, whole: string, before: SealedSlot): string[] {
  const text = before instanceof SealedValue ? before.open() : before;
  const was = text === null ? NONE : (JSON.parse(text) as Parts);
  const is = partsOf(entity, whole);
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
}
