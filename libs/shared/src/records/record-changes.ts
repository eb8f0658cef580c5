import type { ColumnFacts } from '../schema/column.js';
import { DomainError } from '../errors.js';
import { changedParts } from '../sealing/sealed-parts.js';
import type { SealedSlot } from '../sealing/sealed-slot.js';
import type { Snapshot } from '../schema/snapshot.js';
import type { Table } from '../schema/table.js';
import type { FieldChange } from '../transaction/audit-change.js';

/** The fields that every change moves by itself: no separate change. */
export const bookkeeping: ReadonlySet<string> = new Set(['id', 'tenant_id', 'created_at', 'updated_at', 'version']);

/**
 * What the audit trail keeps of a change, by field.
 * @param before what the record held; null for a new one, of which only what it has is kept
 */
export function changesOf<T extends object>(
  table: Table<T>,
  record: T,
  before: Snapshot | null,
  columns: readonly ColumnFacts[],
): Record<string, FieldChange> {
  const changes: Record<string, FieldChange> = {};
  for (const column of columns) {
    const { name, parts } = column;
    if (bookkeeping.has(name)) continue;
    const value = (record as Record<string, unknown>)[name] ?? null;
    if (before === null && value === null) continue;
    const was = before?.get(name);
    if (parts) {
      for (const part of partsChanged(record, column, (was ?? null) as SealedSlot)) changes[part] = { withheld: true };
    } else if (column.withheld || column.unaudited) changes[name] = { withheld: true };
    else changes[name] = { before: table.asItWas(column, was), after: value };
  }
  return changes;
}

/** Where the key of what was sealed before is lost, any field of it may have changed: an erasure does not need the key. */
function partsChanged(record: object, { name, parts = [] }: ColumnFacts, before: SealedSlot): readonly string[] {
  try {
    return changedParts(record, name, before);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'unavailable') return parts;
    throw error;
  }
}
