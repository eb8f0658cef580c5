import { newId } from '../ids.js';

/** One field of a change. A field about a person, or a secret, is named and its values are withheld. */
export type FieldChange = { before: unknown; after: unknown } | { withheld: true };

/** What happened to one record, before it is written to the trail. */
export interface AuditChange {
  tenant_id: string;
  at: Date;
  actor_id: string | null;
  /** create, update, delete, or the verb of the domain. */
  action: string;
  record_type: string;
  record_id: string;
  changes: Record<string, FieldChange>;
}

const COLUMNS = 'tenant_id, id, at, actor_id, action, record_type, record_id, changes';
const WIDTH = 8;

function textFor(changes: number): string {
  const rows = Array.from(
    { length: changes },
    (_, row) => `(${Array.from({ length: WIDTH }, (__, i) => `$${row * WIDTH + i + 1}`).join(', ')})`,
  );
  return `insert into kernel.audit_entries (${COLUMNS}) values ${rows.join(', ')}`;
}

/** What nearly every transaction needs. */
const textForOne = textFor(1);

/** One INSERT for all changes of a transaction; its text depends only on how many they are. */
export function insertAudit(changes: readonly AuditChange[]): { text: string; values: unknown[] } {
  return {
    text: changes.length === 1 ? textForOne : textFor(changes.length),
    values: changes.flatMap((c) => [
      c.tenant_id,
      newId(c.at),
      c.at,
      c.actor_id,
      c.action,
      c.record_type,
      c.record_id,
      JSON.stringify(c.changes),
    ]),
  };
}
