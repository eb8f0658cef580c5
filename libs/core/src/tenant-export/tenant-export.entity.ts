import { TenantRecord, columns } from '@usaha/shared';
import { Entity } from 'typeorm';

export const tenantExportStatuses = ['queued', 'running', 'ready', 'failed', 'expired'] as const;
export type TenantExportStatus = (typeof tenantExportStatuses)[number];

/** Attempts after which an export has failed. */
export const MOST_ATTEMPTS = 5;
/** The pause after an attempt that failed, for each attempt before. */
const PAUSE_MS = 30_000;

/** What an archive has in it. */
export interface ArchiveFacts {
  bytes: number;
  /** Records by resource. */
  counts: Record<string, number>;
  /** All that was committed by then is in it. */
  as_of: Date;
}

/** An archive of all records of a tenant, asked for by an administrator. A job makes it. */
@Entity({ schema: 'core', name: 'tenant_exports' })
export class TenantExport extends TenantRecord {
  @columns.choice(tenantExportStatuses) status: TenantExportStatus = 'queued';
  @columns.flag() include_files = true;
  /** The administrator. */
  @columns.uuid() requested_by!: string;
  /** The file that the present attempt writes, or has written. */
  @columns.uuid({ nullable: true }) file_id: string | null = null;
  @columns.size({ nullable: true }) bytes: number | null = null;
  @columns.object({ nullable: true }) counts: Record<string, number> | null = null;
  @columns.instant({ nullable: true }) as_of: Date | null = null;
  @columns.instant({ nullable: true }) expires_at: Date | null = null;
  @columns.count({ default: 0 }) attempts = 0;
  /** The process that makes it, and until when it may without saying so again. */
  @columns.uuid({ nullable: true }) holder: string | null = null;
  @columns.instant({ nullable: true }) leased_until: Date | null = null;

  static of({ include_files, requested_by }: Pick<TenantExport, 'include_files' | 'requested_by'>): TenantExport {
    return Object.assign(new TenantExport(), { include_files, requested_by });
  }

  /** The archive is whole. @param expires_at when its bytes go */
  finish({ bytes, counts, as_of }: ArchiveFacts, expires_at: Date): void {
    Object.assign(this, { bytes, counts, as_of, expires_at, status: 'ready' });
    this.holder = this.leased_until = null;
  }

  /** An attempt has failed: another follows after a pause, or the export has failed. */
  postpone(now: Date): void {
    this.holder = this.file_id = null;
    this.status = this.attempts >= MOST_ATTEMPTS ? 'failed' : 'queued';
    this.leased_until = this.status === 'failed' ? null : new Date(now.getTime() + this.attempts * PAUSE_MS);
  }

  /** The process that makes it ends: another one begins it again. */
  giveBack(): void {
    this.attempts -= 1;
    this.holder = this.file_id = this.leased_until = null;
    this.status = 'queued';
  }

  /** Its bytes are deleted. */
  expire(): void {
    this.status = 'expired';
    this.file_id = null;
  }
}
