import { SealedValue } from './sealed.js';

/** Several fields that lie in one seal, those that hold something by their names, as they were set: they are made one text when it is asked for. */
export class ClearParts {
  private json?: string;

  constructor(readonly parts: Readonly<Record<string, unknown>>) {}

  get text(): string {
    return (this.json ??= JSON.stringify(this.parts));
  }
}

/** What a sealed property holds without opening it: the sealed value as read, a clear text or parts newly set, or null. */
export type SealedSlot = SealedValue | ClearParts | string | null;

const SLOTS = Symbol('sealed values');
type Slots = { [SLOTS]?: Record<string, SealedSlot> };

/** What a sealed property of an entity holds. */
export const sealedSlot = (entity: object, name: string): SealedSlot => (entity as Slots)[SLOTS]?.[name] ?? null;

export function setSealedSlot(entity: object, name: string, value: SealedSlot): void {
  const holder = entity as Slots;
  if (!holder[SLOTS]) Object.defineProperty(entity, SLOTS, { value: {}, enumerable: false });
  (holder[SLOTS] as Record<string, SealedSlot>)[name] = value;
}

/** The clear text that a slot holds. @throws unavailable when it cannot be opened */
export function clearTextOf(slot: SealedSlot): string | null {
  if (slot instanceof SealedValue) return slot.open();
  return slot instanceof ClearParts ? slot.text : slot;
}

/** The clear text of a sealed column, before the property reads it. @throws unavailable when it cannot be opened */
export const clearText = (entity: object, name: string): string | null => clearTextOf(sealedSlot(entity, name));
