import { Entity } from 'typeorm';
import { columns } from '../schema/column.js';
import type { ActorKind, FieldChange } from '../transaction/audit-change.js';

/**
 * One change, as the append-only audit trail keeps it: who, when, what, which record, and before and after by field.
 * Fields about a person and secrets are named without their values, so that the trail never stands against erasure
 * (Personal Data Protection Act 2010).
 */
@Entity({ schema: 'kernel', name: 'audit_entries' })
export class AuditEntry {
  @columns.primary() tenant_id!: string;
  @columns.primary() id!: string;
  @columns.instant() at!: Date;
  /** Id of a user or of an API key; null: the service itself (command line, jobs). */
  @columns.uuid({ nullable: true }) actor_id: string | null = null;
  /** Stored of API keys alone: otherwise `actor_id` tells, as in entries from before there were keys. */
  @columns.text({ nullable: true }) actor_kind!: ActorKind;
  @columns.text() action!: string;
  @columns.text() record_type!: string;
  @columns.uuid() record_id!: string;
  @columns.object() changes!: Record<string, FieldChange>;
}
