import type { MigrationInterface } from 'typeorm';
import { AuditEntry } from './audit/audit-entry.entity.js';
import { OutboxEvent } from './events/outbox-event.entity.js';
import { IdempotencyKey } from './idempotency/idempotency-key.entity.js';
import { Kernel1763700000000 } from './migrations/1763700000000-kernel.js';
import { Events1763700300000 } from './migrations/1763700300000-events.js';

/** The kernel's entities and migrations, for a DataSource. */
export const sharedEntities = [AuditEntry, OutboxEvent, IdempotencyKey];
export const sharedMigrations: (new () => MigrationInterface)[] = [Kernel1763700000000, Events1763700300000];
