import { columns } from './column.js';

/** What every stored record has. `version` counts changes (not sign-ins): it is what an ETag is made of. */
export abstract class StoredRecord {
  @columns.primary() id!: string;
  @columns.instant() created_at!: Date;
  @columns.instant() updated_at!: Date;
  /** Deleted records stay in storage for the history that cites them and are invisible to every observer. */
  @columns.instant({ nullable: true }) deleted_at: Date | null = null;
  @columns.count({ default: 1 }) version = 1;
}

/** A record that belongs to one tenant. The repository alone writes `tenant_id`. */
export abstract class TenantRecord extends StoredRecord {
  @columns.primary() tenant_id!: string;
}
