import type { MigrationInterface } from 'typeorm';
import { AuditEntry } from './audit/audit-entry.entity.js';
import { Kernel1763700000000 } from './migrations/1763700000000-kernel.js';

/** The kernel's entities and migrations, for a DataSource. */
export const sharedEntities = [AuditEntry];
export const sharedMigrations: (new () => MigrationInterface)[] = [Kernel1763700000000];
