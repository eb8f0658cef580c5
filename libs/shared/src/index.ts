export { AuditEntry } from './audit/audit-entry.entity.js';
export { AuditTrail, type AuditQuery } from './audit/audit-trail.js';
export { AUDIT_COLUMNS, auditEntryOf } from './audit/read-entry.js';
export { DatabaseModule } from './database.module.js';
export { Database } from './database/database.js';
export {
  type FieldError,
  DomainError,
  invalid,
  notFound,
  conflict,
  duplicate,
  forbidden,
  unauthenticated,
  unavailable,
  changedMeanwhile,
} from './errors.js';
export { OutboxDispatcher } from './events/dispatcher.js';
export { announce, announceAll } from './events/outbox.js';
export { FairLimit } from './fairness/fair-limit.js';
export { FairThread, type ThreadAnswer, type ThreadTask } from './fairness/fair-thread.js';
export { proportionalQuota } from './fairness/holdings.js';
export type { Owner } from './fairness/owner.js';
export { forgetAnswersHolding, forgetAnswersNaming } from './idempotency/idempotency.js';
export { showBidi, withoutBidi } from './language/bidi.js';
export { fieldMessages } from './language/messages.js';
export { namedIn, namesFoundIn } from './language/named-in.js';
export {
  messagesOf,
  nounsOf,
  saidFreely,
  withinSentence,
  type Language,
  type Message,
  type Noun,
  type Words,
} from './language/words.js';
export { sharedEntities, sharedMigrations } from './persistence.js';
export { insertMany, updateMany } from './records/bulk.js';
export {
  atLeast,
  atMost,
  contains,
  either,
  equals,
  equalsId,
  equalsKey,
  fromDay,
  idFromDay,
  idToDay,
  toDay,
  where,
  type Bind,
  type Filter,
  type Filters,
} from './records/filters.js';
export { amongIds, foundWith, matches, matchesOrHasIc, soughtIn, type Sought } from './records/found-ids.js';
export { Ledger } from './records/ledger.js';
export { Lifecycle } from './records/lifecycle.js';
export { drawNumbers } from './records/number-series.js';
export { Page, offsetOf, type PageRequest } from './records/page.js';
export { PageReading } from './records/page-reading.js';
export { unknownReference } from './records/references.js';
export { Repository } from './records/repository.js';
export { ageBandOf, ageBands } from './report/age-bands.js';
export type {
  DerivedTotal,
  Report,
  ReportChart,
  ReportColumn,
  ReportFilter,
  ReportGrouping,
  ReportQuery,
  ReportStatement,
} from './report/report.js';
export {
  aliasKeySql,
  genderKeySql,
  groupKey,
  groupKeySql,
  spellingOf,
  sqlTable,
  textGroups,
  type TextGroups,
} from './report/text-groups.js';
export { columns, columnsOf, type ColumnFacts, type ColumnKind } from './schema/column.js';
export { migrate } from './schema/migrate.js';
export { distribute } from './schema/distribute.js';
export { enableRowLevelSecurity, enableRowLevelSecurityForPlatform } from './schema/row-level-security.js';
export {
  elementFunction,
  keyFunction,
  keyIndex,
  phoneKey,
  searchFunction,
  textKey,
  tokenFunction,
} from './schema/search-function.js';
export type { Snapshot } from './schema/snapshot.js';
export { Table, type EntityClass } from './schema/table.js';
export { LedgerEntry, StoredRecord, TenantRecord } from './schema/tenant-record.js';
export { Keyring } from './sealing/sealed.js';
export { includesRole, roles, type Actor, type Context, type Role } from './transaction/context.js';
export { declareReferences, declareUnique, translateDatabaseError, violates } from './transaction/database-errors.js';
export { eachTenant, type EachTenantOptions } from './transaction/each-tenant.js';
export { runAcrossTenants, inTenant } from './transaction/privileged-access.js';
export { RetryTransaction } from './transaction/retry.js';
export { insertsOfValues } from './transaction/rows-as-values.js';
export { ALL_SHARDS, ShardScope } from './transaction/shard-scope.js';
export { isSharded, noteHeld, noteWritten } from './transaction/sharded-transaction.js';
export { Transaction } from './transaction/transaction.js';
export { assignDefined } from './values/assign-defined.js';
export { isValidBarcode } from './values/barcode.js';
export { withoutCards } from './values/card-data.js';
export { isCalendarDate, malaysianDay, malaysianInstant, malaysianTime, printedDay } from './values/day.js';
export { grouped } from './values/grouped.js';
export { NO_TENANT, firstId, instantOfId, isUuid, newId } from './values/ids.js';
export { readInstant } from './values/instant.js';
export { MAX_MONEY, fromSen, money, toRate, toSen } from './values/money.js';
export { networkOf } from './values/network.js';
export { oneDay, type ListedDays } from './values/one-day.js';
export { idBytes, idText, readSigned, writeSigned } from './values/signed-token.js';
export type { Row } from './wire-protocol/batch.js';
