/** Exports for the application that starts, watches and operates the kernel. The import check refuses them to contexts. */
export { asShown } from './audit/read-entry.js';
export { createDataSource } from './database/data-source.js';
export { APP_ROLE } from './database/database.js';
export { checkPooler } from './database/pooler-check.js';
export { KEEP_ALIVE_MS, STATEMENT_MS } from './database/waits.js';
export { type ErrorKind, narrowCodes, type NarrowCode, type TranslatedError } from './errors.js';
export { outboxBacklog, together, type Backlog } from './events/backlog.js';
export { forgetHandled } from './events/forget-handled.js';
export { parkedEvents, retryParked } from './events/parked.js';
export type { WaitingBound } from './fairness/fair-limit.js';
export { Holdings } from './fairness/holdings.js';
export { ownerGroup, ownerName } from './fairness/owner.js';
export { RoundRobinQueue } from './fairness/round-robin-queue.js';
export { claimKey, forgetAnswers, rememberAnswer, type Claim } from './idempotency/idempotency.js';
export { hangUp } from './internals/pg.js';
export { countClear } from './keys/clear-values.js';
export { WrongKeys, claimKeys, compareKeys, type KeyFindings, type WrongKey } from './keys/key-checks.js';
export { rotateSeals } from './keys/seal-rotation.js';
export { messages as kernelMessages } from './language/messages.js';
export { languages } from './language/words.js';
export { allRows } from './records/all-rows.js';
export {
  reportFormats,
  type ReportColumnKind,
  type ReportFormat,
  type ReportRow,
  type ReportTotals,
} from './report/report.js';
export { ReportReading, type DeclaredReport } from './report/report-reading.js';
export { checkMigrations, pendingMigrations, type Queryable } from './schema/migrate.js';
export { MigrationChanged, type MigrationClass } from './schema/migration-checksums.js';
export { ReleaseTooOld, type Release } from './schema/release.js';
export { databaseTroubleOf, databaseTroubles, type DatabaseTrouble } from './transaction/database-trouble.js';
export { platformSetting, tenantSetting } from './transaction/transaction-preamble.js';
export { BoundedCache } from './values/bounded-cache.js';
export { withoutCardData } from './values/card-data.js';
export { Durations } from './values/durations.js';
export { derivedId } from './values/ids.js';
export { plainAddress } from './values/network.js';
