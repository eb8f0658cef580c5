import { insertEvents, type InsertingEvents, type NewEvent } from './insert-events.js';
import { preparedStatementNames } from '../wire-protocol/prepared-statement-names.js';
import { insertAudit, type AuditChange } from './audit-change.js';
import type { Session } from './session.js';

/** Audit entries and events of a transaction that are not sent yet: one statement each, at COMMIT unless something ends before. */
export class RecordedChanges {
  audit: AuditChange[] = [];
  events: NewEvent[] = [];

  get areNone(): boolean {
    return this.audit.length === 0 && this.events.length === 0;
  }

  sendEvents(session: Session, inserting: InsertingEvents): void {
    const { events } = this;
    this.events = [];
    for (const { text, values } of insertEvents(events, inserting))
      session.enqueue({ text, values, name: preparedStatementNames.of(text) });
  }

  sendAudit(session: Session): void {
    const { audit } = this;
    this.audit = [];
    if (audit.length > 0) session.enqueue(insertAudit(audit));
  }

  forget(): void {
    this.audit = [];
    this.events = [];
  }
}
