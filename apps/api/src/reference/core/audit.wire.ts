import { AuditEntry } from '@usaha/shared';
import { param } from '../../wire/param.js';
import { field } from '../../wire/field.js';
import { viewOf } from '../../wire/view.js';
import { ReferencePage } from '../reference.js';

/** GET /api/v1/audit/. */
export class AuditListQuery extends ReferencePage {
  @param.text('What kind of record', 'user') record_type?: string;
  @param.text('Id of the record', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a') record_id?: string;
  @param.text('Id of the user who did it', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a') actor_id?: string;
  @param.text('create, update, delete, or the verb of the domain', 'update') action?: string;
  @param.day('From this day, UTC+8', '2026-03-01') date_from?: string;
  @param.day('To this day, UTC+8, included', '2026-03-31') date_to?: string;
}

@field.record('One entry of the audit trail')
export class AuditView {
  @field.id('Id of the entry') id!: string;
  @field.instant('When it was done (UTC)') at!: Date;
  @field.id('Who did it; null for the service itself', undefined, { nullable: true }) actor_id!: string | null;
  @field.text('create, update, delete, or the verb of the domain', 'update') action!: string;
  @field.text('What kind of record', 'user') record_type!: string;
  @field.id('Id of the record') record_id!: string;
  @field.object('By field: before and after; personal fields and secrets are named and their values withheld', {
    role: { before: 'staff', after: 'manager' },
    phone: { withheld: true },
  })
  changes!: Record<string, unknown>;
}

export const auditView = viewOf(AuditEntry, AuditView);
