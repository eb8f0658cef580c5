import { AuditEntry } from '@usaha/shared';
import { param } from '../../../wire/param.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { viewOf } from '../../../wire/view.js';
import { ReferencePage } from '../reference.js';

const actorKinds = choices('ActorKind', ['user', 'api_key', 'service'] satisfies AuditEntry['actor_kind'][]);

/** GET /api/v1/audit/. */
export class AuditListQuery extends ReferencePage {
  @param.text('Type of record', 'user') record_type?: string;
  @param.text('Id of the record', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a') record_id?: string;
  @param.text('Id of the user or API key that made the change', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a')
  actor_id?: string;
  @param.text(
    'Action: create, update, delete, or another verb such as refund; login and login_failed: sign-ins',
    'update',
  )
  action?: string;
  @param.day('On this day or later (UTC+8)', '2026-03-01') date_from?: string;
  @param.day('On this day or earlier (UTC+8)', '2026-03-31') date_to?: string;
}

@field.record('One entry of the audit trail')
export class AuditView {
  @field.id('Id of the entry') id!: string;
  @field.instant('When it was done (UTC)') at!: Date;
  @field.id('Id of the user or API key that made the change; null for the service itself', undefined, {
    nullable: true,
  })
  actor_id!: string | null;
  @field.choice('Kind of actor; service: the service itself (A-420)', actorKinds)
  actor_kind!: AuditEntry['actor_kind'];
  @field.text('Action: create, update, delete, or another verb such as refund', 'update') action!: string;
  @field.text('Type of record', 'user') record_type!: string;
  @field.id('Id of the record') record_id!: string;
  @field.object(
    'Changed fields with their values before and after; the values of personal fields and secrets are withheld',
    {
      role: { before: 'staff', after: 'manager' },
      phone: { withheld: true },
    },
  )
  changes!: Record<string, unknown>;
}

export const auditView = viewOf(AuditEntry, AuditView);
