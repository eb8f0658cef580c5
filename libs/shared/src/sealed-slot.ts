import { SealedValue } from './sealed.js';

/** What a sealed property holds without opening it: the sealed value as read, a clear text newly set, or null. */
export type SealedSlot = SealedValue | string | null;

const SLOTS = Symbol('sealed values');
type Slots = { [SLOTS]?: Record<string, SealedSlot> };

/** What a sealed property of an entity holds. */
export const sealedSlot = (entity: object, name: string): SealedSlot => (entity as Slots)[SLOTS]?.[name] ?? null;

export function setSealedSlot(entity: object, name: string, value: SealedSlot): void {
  const holder = entity as Slots;
  if (!holder[SLOTS]) Object.defineProperty(entity, SLOTS, { value: {}, enumerable: false });
  (holder[SLOTS] as Record<string, SealedSlot>)[name] = value;
}

/** The clear text of a sealed column, whatever the property makes of it. @throws unavailable when it cannot be opened */
export function clearText(entity: object, name: string): string | null {
  const slot = sealedSlot(entity, name);
  return slot instanceof SealedValue ? slot.open() : slot;
}
