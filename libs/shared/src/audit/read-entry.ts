import type { Row } from '../wire-protocol/batch.js';
import type { AuditEntry } from './audit-entry.entity.js';
import { shownChanges, type StoredChanges } from '../transaction/stored-changes.js';

/** What `auditEntryOf` reads, of the table `r`. */
export const AUDIT_COLUMNS = 'r.tenant_id, r.id, r.at, r.actor_id, r.action, r.record_type, r.record_id, r.changes';

/** @param stored an entry as its row has it */
export const asShown = (stored: AuditEntry): AuditEntry => ({
  ...stored,
  changes: shownChanges(stored.changes),
});

/** @param row of a SELECT of `AUDIT_COLUMNS` */
export const auditEntryOf = ([
  tenant_id,
  id,
  at,
  actor_id,
  action,
  record_type,
  record_id,
  stored,
]: Row): AuditEntry => {
  const changes = shownChanges(stored as StoredChanges);
  return { tenant_id, id, at, actor_id, action, record_type, record_id, changes } as AuditEntry;
};
