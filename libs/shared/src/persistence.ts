import type { MigrationInterface } from 'typeorm';
import { AuditEntry } from './audit/audit-entry.entity.js';
import { OutboxEvent } from './events/outbox-event.entity.js';
import { IdempotencyKey } from './idempotency/idempotency-key.entity.js';
import { Kernel1763700000000 } from './migrations/1763700000000-kernel.js';
import { Events1763700300000 } from './migrations/1763700300000-events.js';
import { Numbers1763700500000 } from './migrations/1763700500000-numbers.js';
import { DrawNumber1763800000000 } from './migrations/1763800000000-draw-number.js';
import { DrawNumbers1763900350000 } from './migrations/1763900350000-draw-numbers.js';
import { NoTemporaryTables1764300300100 } from './migrations/1764300300100-no-temporary-tables.js';
import { AuditByIds1764400810000 } from './migrations/1764400810000-audit-by-ids.js';
import { Coordinator1764980492000 } from './migrations/1764980492000-coordinator.js';
import { Coordinator } from './database/coordinator.entity.js';
import { KeyCheck } from './keys/key-check.entity.js';
import { KeyedFingerprints1764600100000 } from './migrations/1764600100000-keyed-fingerprints.js';
import { KeyChecks1764600110000 } from './migrations/1764600110000-key-checks.js';
import { AuditActorKind1764980441000 } from './migrations/1764980441000-audit-actor-kind.js';
import { PositionsOfEvents1764980481000 } from './migrations/1764980481000-positions-of-events.js';
import { TypesOfFeeds1764980484001 } from './migrations/1764980484001-types-of-feeds.js';
import { TenantsHaving1764980491002 } from './migrations/1764980491002-tenants-having.js';
import { NumberSeriesRow } from './records/number-series.entity.js';

/** The kernel's entities and migrations, for a DataSource. */
export const sharedEntities = [AuditEntry, OutboxEvent, IdempotencyKey, KeyCheck, Coordinator, NumberSeriesRow];
export const sharedMigrations: (new () => MigrationInterface)[] = [
  Kernel1763700000000,
  Events1763700300000,
  Numbers1763700500000,
  DrawNumber1763800000000,
  DrawNumbers1763900350000,
  NoTemporaryTables1764300300100,
  AuditByIds1764400810000,
  KeyedFingerprints1764600100000,
  KeyChecks1764600110000,
  AuditActorKind1764980441000,
  PositionsOfEvents1764980481000,
  TypesOfFeeds1764980484001,
  TenantsHaving1764980491002,
  Coordinator1764980492000,
];
