import type { Context } from './context.js';
import { newId } from '../values/ids.js';
import { preparedStatementNames } from '../wire-protocol/prepared-statement-names.js';
import { storedChanges } from './stored-changes.js';

/** The kind of actor of a change: a user, an API key, or the service itself (jobs, the command line). */
export type ActorKind = 'user' | 'api_key' | 'service';

/** One field of a change. A field about a person, or a secret, is named and its values are withheld. */
export type FieldChange = { before: unknown; after: unknown } | { withheld: true };

/** What happened to one record, before it is written to the trail. */
export interface AuditChange {
  tenant_id: string;
  at: Date;
  actor_id: string | null;
  actor_kind: ActorKind;
  /** create, update, delete, or the verb of the domain. */
  action: string;
  record_type: string;
  record_id: string;
  changes: Record<string, FieldChange>;
}

/** A change as its maker tells it. */
export type NewEntry = Omit<AuditChange, 'tenant_id' | 'at' | 'actor_id' | 'actor_kind'>;

/** The same with whose it is, when it was, and who did it. */
export const entryOf = (ctx: Context, { action, record_type, record_id, changes }: NewEntry): AuditChange => ({
  tenant_id: ctx.tenant_id,
  at: ctx.now,
  actor_id: ctx.actor?.user_id ?? null,
  actor_kind: ctx.actor ? (ctx.actor.kind ?? 'user') : 'service',
  action,
  record_type,
  record_id,
  changes,
});

const COLUMNS = 'tenant_id, id, at, actor_id, actor_kind, action, record_type, record_id, changes';
const WIDTH = 9;

function textFor(changes: number): string {
  const rows = Array.from(
    { length: changes },
    (_, row) => `(${Array.from({ length: WIDTH }, (__, i) => `$${row * WIDTH + i + 1}`).join(', ')})`,
  );
  return `insert into kernel.audit_entries (${COLUMNS}) values ${rows.join(', ')}`;
}

/** More changes than nearly every transaction has: the texts of longer ones are not kept prepared, since there would be one for each number. */
const MOST_KEPT = 16;
const texts = Array.from({ length: MOST_KEPT }, (_, i) => textFor(i + 1));

/** One INSERT for all changes of a transaction; its text depends only on how many they are. */
export function insertAudit(changes: readonly AuditChange[]): { name?: string; text: string; values: unknown[] } {
  const kept = texts[changes.length - 1];
  return {
    name: kept && preparedStatementNames.of(kept),
    text: kept ?? textFor(changes.length),
    values: changes.flatMap((c) => [
      c.tenant_id,
      newId(c.at),
      c.at,
      c.actor_id,
      c.actor_kind === 'api_key' ? c.actor_kind : null,
      c.action,
      c.record_type,
      c.record_id,
      JSON.stringify(storedChanges(c.changes)),
    ]),
  };
}
