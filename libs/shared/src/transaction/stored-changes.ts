import type { FieldChange } from './audit-change.js';

/**
 * One field as the trail stores it, which is shorter than how it is shown: null for withheld values, `[before, after]` for a
 * change, `[after]` where there was nothing before, and the bare value where that is a text, number or flag. An object is an entry
 * of release 1.1.0 or earlier: those stored a field as it is shown.
 */
export type StoredChange = null | string | number | boolean | Date | [unknown] | [unknown, unknown] | FieldChange;

/** The changes of an entry as the trail stores them. */
export type StoredChanges = Readonly<Record<string, StoredChange>>;

/** @returns what is written to the column `changes` */
export function storedChanges(changes: Readonly<Record<string, FieldChange>>): StoredChanges {
  const stored: Record<string, StoredChange> = {};
  for (const name of Object.keys(changes)) stored[name] = storedChange(changes[name] as FieldChange);
  return stored;
}

/** @param stored the column `changes`, in the form of any release */
export function shownChanges(stored: StoredChanges): Record<string, FieldChange> {
  const changes: Record<string, FieldChange> = {};
  for (const name of Object.keys(stored)) changes[name] = shownChange(stored[name] ?? null);
  return changes;
}

function storedChange(change: FieldChange): StoredChange {
  if ('withheld' in change) return null;
  const { before, after } = change;
  if (before !== null && before !== undefined) return [before, after];
  return isBare(after) ? after : [after];
}

/** Whether its JSON is a text, a number or a flag: JSON writes NaN as null, which stands for withheld values. */
const isBare = (value: unknown): value is string | number | boolean | Date =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' ? Number.isFinite(value) : value instanceof Date && !Number.isNaN(value.getTime()));

/** The keys are in the order in which PostgreSQL gives those of earlier entries. */
function shownChange(stored: StoredChange): FieldChange {
  if (stored === null) return { withheld: true };
  if (Array.isArray(stored))
    return stored.length === 1 ? { after: stored[0], before: null } : { after: stored[1], before: stored[0] };
  return isFieldChange(stored) ? stored : { after: stored, before: null };
}

const isFieldChange = (stored: string | number | boolean | Date | FieldChange): stored is FieldChange =>
  typeof stored === 'object' && !(stored instanceof Date);
