import type { Row } from '../wire-protocol/batch.js';
import type { AuditEntry } from './audit-entry.entity.js';
import type { ActorKind } from '../transaction/audit-change.js';
import { shownChanges, type StoredChanges } from '../transaction/stored-changes.js';

/** What `auditEntryOf` reads, of the table `r`. */
export const AUDIT_COLUMNS =
  'r.tenant_id, r.id, r.at, r.actor_id, r.actor_kind, r.action, r.record_type, r.record_id, r.changes';

/** Of API keys it is stored; of users and of the service itself `actor_id` tells. */
const kindOf = (actor_id: string | null, stored: ActorKind | null): ActorKind =>
  stored ?? (actor_id === null ? 'service' : 'user');

/** @param stored an entry as its row has it */
export const asShown = (stored: AuditEntry): AuditEntry => ({
  ...stored,
  actor_kind: kindOf(stored.actor_id, stored.actor_kind),
  changes: shownChanges(stored.changes),
});

/** @param row of a SELECT of `AUDIT_COLUMNS` */
export const auditEntryOf = ([
  tenant_id,
  id,
  at,
  actor_id,
  kept,
  action,
  record_type,
  record_id,
  stored,
]: Row): AuditEntry => {
  const changes = shownChanges(stored as StoredChanges);
  const actor_kind = kindOf(actor_id as string | null, kept as ActorKind | null);
  return { tenant_id, id, at, actor_id, actor_kind, action, record_type, record_id, changes } as AuditEntry;
};
