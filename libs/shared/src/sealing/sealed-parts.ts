import { SealedValue } from './sealed.js';
import { ClearParts, clearTextOf, sealedSlot, setSealedSlot, type SealedSlot } from './sealed-slot.js';

/** The content of one seal: the fields that hold something, by their names. */
type Parts = ClearParts['parts'];

const NONE: Parts = {};

/** The parts of seals that were opened: they are parsed once, not once for every field. */
const read = new WeakMap<SealedValue, Parts>();

/** @throws unavailable when it cannot be opened */
function partsIn(slot: SealedSlot): Parts {
  if (slot === null) return NONE;
  if (slot instanceof ClearParts) return slot.parts;
  const known = slot instanceof SealedValue ? read.get(slot) : undefined;
  if (known) return known;
  const parts = JSON.parse(clearTextOf(slot) as string) as Parts;
  if (slot instanceof SealedValue) read.set(slot, parts);
  return parts;
}

const without = (key: string, { [key]: _, ...others }: Parts): Parts => others;

/** A field of a seal; undefined where it holds nothing. @throws unavailable when the seal cannot be opened */
export const readPart = (entity: object, whole: string, key: string): unknown =>
  partsIn(sealedSlot(entity, whole))[key];

/** Sets a field of a seal; undefined empties it. One that is set to what it holds leaves the seal as it is. */
export function writePart(entity: object, whole: string, key: string, value: unknown): void {
  const parts = partsIn(sealedSlot(entity, whole));
  if (JSON.stringify(value) === JSON.stringify(parts[key])) return;
  const changed = value === undefined ? without(key, parts) : { ...parts, [key]: value };
  setSealedSlot(entity, whole, Object.keys(changed).length === 0 ? null : new ClearParts(changed));
}

/** Makes a property of a field that lies in the seal of another column. What `empty` makes is not stored. */
export function definePart<T>(target: object, key: string, whole: string, empty: () => T): void {
  const nothing = JSON.stringify(empty());
  Object.defineProperty(target, key, {
    configurable: true,
    enumerable: true,
    get(this: object): T {
      const value = readPart(this, whole, key);
      return value === undefined ? empty() : (value as T);
    },
    set(this: object, value: T | null | undefined) {
      const isEmpty = value === undefined || value === null || JSON.stringify(value) === nothing;
      writePart(this, whole, key, isEmpty ? undefined : value);
    },
  });
}

/** Which parts of a seal are others than they were, by the slot that was there before. */
export function changedParts(entity: object, whole: string, before: SealedSlot): string[] {
  const was = partsIn(before);
  const is = partsIn(sealedSlot(entity, whole));
  if (was === NONE) return Object.keys(is);
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
}
