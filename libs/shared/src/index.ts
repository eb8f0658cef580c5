export { AuditEntry } from './audit/audit-entry.entity.js';
export { AuditTrail, type AuditQuery } from './audit/audit-trail.js';
export type { AuditChange, FieldChange } from './transaction/audit-change.js';
export { AUDIT_COLUMNS, asShown, auditEntryOf } from './audit/read-entry.js';
export { isValidBarcode } from './values/barcode.js';
export { BoundedCache, type CacheBounds } from './values/bounded-cache.js';
export { insertMany, updateMany, type InsertManyOptions } from './records/bulk.js';
export { withoutCardData, withoutCards } from './values/card-data.js';
export { withoutCardNumbers } from './values/card-numbers.js';
export { columns, columnsOf, type ColumnFacts, type ColumnKind } from './schema/column.js';
export { includesRole, roles, type Actor, type Context, type Role } from './transaction/context.js';
export { createDataSource, type DataSourceSettings } from './database/data-source.js';
export type { Loss } from './database/connection-watch.js';
export { hangUp } from './internals/pg.js';
export { APP_ROLE, Database, type DatabaseOptions } from './database/database.js';
export { Durations } from './values/durations.js';
export { outboxBacklog, together, type Backlog } from './events/backlog.js';
export { DatabaseModule } from './database.module.js';
export { declareReferences, declareUnique, translateDatabaseError, violates } from './transaction/database-errors.js';
export { databaseTroubleOf, databaseTroubles, type DatabaseTrouble } from './transaction/database-trouble.js';
export { showBidi, withoutBidi } from './language/bidi.js';
export { runAcrossTenants, inTenant } from './transaction/privileged-access.js';
export * from './errors.js';
export { fieldMessages, messages as kernelMessages } from './language/messages.js';
export { eachTenant, type EachTenantOptions } from './transaction/each-tenant.js';
export { distribute, keepWhole } from './schema/distribute.js';
export { enableRowLevelSecurity, fenceWithPlatform } from './schema/row-level-security.js';
export { MOST_ATTEMPTS, OutboxDispatcher, forgetHandled, type DispatcherOptions } from './events/dispatcher.js';
export { parkedEvents, retryParked, type ParkedEvent } from './events/parked.js';
export { EventHandlers, announce, announceAll, type DomainEvent, type EventHandler } from './events/outbox.js';
export { OutboxEvent } from './events/outbox-event.entity.js';
export {
  atLeast,
  atMost,
  contains,
  either,
  equals,
  equalsId,
  equalsKey,
  equalsText,
  fromDay,
  idFromDay,
  idToDay,
  toDay,
  where,
  within,
  type Bind,
  type Filter,
  type Filters,
} from './records/filters.js';
export { amongIds, foundWith, matches, matchesOrHasIc, soughtIn, type Sought } from './records/found-ids.js';
export { assignDefined } from './values/assign-defined.js';
export { IdempotencyKey } from './idempotency/idempotency-key.entity.js';
export {
  IDEMPOTENCY_MS,
  claimKey,
  forgetAnswers,
  forgetAnswersHolding,
  forgetAnswersNaming,
  rememberAnswer,
  type Claim,
  type IdempotencyScope,
} from './idempotency/idempotency.js';
export { networkOf, plainAddress } from './values/network.js';
export { NO_TENANT, derivedId, firstId, instantOfId, isUuid, newId } from './values/ids.js';
export { platformSetting, tenantSetting } from './transaction/transaction-preamble.js';
export { readInstant } from './values/instant.js';
export { KeyCheck } from './keys/key-check.entity.js';
export { WrongKeys, claimKeys, compareKeys, type KeyFindings, type WrongKey } from './keys/key-checks.js';
export { Ledger } from './records/ledger.js';
export { checkMigrations, migrate, pendingMigrations, type Queryable } from './schema/migrate.js';
export { ReleaseTooOld, compareReleases, type Release } from './schema/release.js';
export { MigrationChanged, checksumsOf, type MigrationClass } from './schema/migration-checksums.js';
export { namedIn, namesFoundIn } from './language/named-in.js';
export { oneDay, type ListedDays } from './values/one-day.js';
export { Page, offsetOf, type PageRequest } from './records/page.js';
export { PageReading } from './records/page-reading.js';
export { unknownReference } from './records/references.js';
export { RecordReading, type RepositoryOptions } from './records/record-reading.js';
export { Repository } from './records/repository.js';
export { Keyring } from './sealing/sealed.js';
export { idBytes, idText, readSigned, writeSigned } from './values/signed-token.js';
export { allRows } from './records/all-rows.js';
export { countClear } from './keys/clear-values.js';
export { rotateSeals } from './keys/seal-rotation.js';
export {
  elementFunction,
  keyFunction,
  keyIndex,
  phoneKey,
  searchFunction,
  textKey,
  tokenFunction,
} from './schema/search-function.js';
export { type Snapshot } from './schema/snapshot.js';
export { Table, type EntityClass } from './schema/table.js';
export { LedgerEntry, StoredRecord, TenantRecord } from './schema/tenant-record.js';
export { ALL_SHARDS, ShardScope } from './transaction/shard-scope.js';
export { insertsOfValues } from './transaction/rows-as-values.js';
export { isSharded, noteHeld, noteWritten } from './transaction/sharded-transaction.js';
export { Transaction } from './transaction/transaction.js';
export type { Row } from './wire-protocol/batch.js';
export type { TransactionOptions } from './transaction/transaction-options.js';
export { FairLimit, type WaitingBound } from './fairness/fair-limit.js';
export { Holdings, proportionalQuota, type Quota } from './fairness/holdings.js';
export { ownerGroup, ownerName, type Owner } from './fairness/owner.js';
export { RoundRobinQueue } from './fairness/round-robin-queue.js';
export { FairThread, type FairThreadOptions, type ThreadAnswer, type ThreadTask } from './fairness/fair-thread.js';
export { checkPooler } from './database/pooler-check.js';
export { CONNECTION_WAIT_MS, KEEP_ALIVE_MS, LOCK_WAIT_MS, STATEMENT_MS } from './database/waits.js';
export { grouped } from './values/grouped.js';
export {
  capitalised,
  languages,
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
export { isCalendarDate, malaysianDay, malaysianInstant, malaysianTime, printedDay } from './values/day.js';
export { Lifecycle, type Transition } from './records/lifecycle.js';
export { MAX_MONEY, fromSen, money, toRate, toSen } from './values/money.js';
export { cashRounding, cashRoundingSql, isCash, isCashSql } from './malaysia/cash-rounding.js';
export type { Birthplace } from './malaysia/birthplaces.js';
export {
  entityTypes,
  isSameRegistration,
  readRegistrationNumber,
  type EntityType,
  type RegistrationNumber,
} from './malaysia/company-registration.js';
export {
  fitsBirthDate,
  formatIc,
  icDigits,
  icSearchTexts,
  maskedIc,
  readIcNumber,
  searchedIc,
  type IcNumber,
} from './malaysia/ic-number.js';
export {
  fridayPrayer,
  isFriday,
  prayerAt,
  prayerTimes,
  prayers,
  type Prayer,
  type PrayerTimes,
} from './malaysia/prayer-times.js';
export { publicHolidays, type PublicHoliday } from './malaysia/public-holidays.js';
export { stateCodes, stateNamed, states, statesNamedIn, wordsOf, type StateCode } from './malaysia/states.js';
export { phoneTypes, validatePhone, type PhoneNumber, type PhoneType } from './malaysia/phone.js';
export { calculateSst, sstPercent, type Sst } from './malaysia/sst.js';
export { serviceTaxRates, type TaxedService } from './malaysia/sst-rates.js';
export * from './report/index.js';
export { RetryTransaction, type RetryReason } from './transaction/retry.js';
