import type { ColumnFacts } from '../column.js';
import { changedParts } from '../sealed-parts.js';
import type { SealedSlot } from '../sealed-slot.js';
import type { Table } from '../table.js';
import type { FieldChange } from './audit-change.js';

/** What every change moves by itself: not a change of its own. */
export const bookkeeping: ReadonlySet<string> = new Set(['id', 'tenant_id', 'created_at', 'updated_at', 'version']);

/**
 * What the audit trail keeps of a change, by field.
 * @param before what the record held; nothing for a new one, of which only what it has is kept
 */
export function changesOf<T extends object>(
  table: Table<T>,
  record: T,
  before: ReadonlyMap<string, unknown>,
  columns: readonly ColumnFacts[],
): Record<string, FieldChange> {
  const valueOf = ({ name }: ColumnFacts): unknown => (record as Record<string, unknown>)[name] ?? null;
  return Object.fromEntries(
    columns
      .filter((c) => !bookkeeping.has(c.name) && (before.size > 0 || valueOf(c) !== null))
      .flatMap((c): [string, FieldChange][] => {
        const was = before.get(c.name);
        if (c.parts)
          return changedParts(record, c.name, (was ?? null) as SealedSlot).map((name) => [name, { withheld: true }]);
        if (c.withheld || c.unaudited) return [[c.name, { withheld: true }]];
        return [[c.name, { before: table.asItWas(c, was), after: valueOf(c) }]];
      }),
  );
}
