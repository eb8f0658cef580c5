export { AuditEntry } from './audit/audit-entry.entity.js';
export { AuditTrail, type AuditQuery } from './audit/audit-trail.js';
export type { AuditChange, FieldChange } from './audit/audit-change.js';
export { AUDIT_COLUMNS, asShown, auditEntryOf } from './audit/read-entry.js';
export { isValidBarcode } from './barcode.js';
export { BoundedCache, type CacheBounds } from './bounded-cache.js';
export { insertMany, updateMany, type InsertManyOptions } from './bulk.js';
export { withoutCardData, withoutCards } from './card-data.js';
export { withoutCardNumbers } from './card-numbers.js';
export { columns, columnsOf, type ColumnFacts, type ColumnKind } from './column.js';
export { includesRole, roles, type Actor, type Context, type Role } from './context.js';
export { createDataSource, type DataSourceSettings } from './data-source.js';
export type { Loss } from './connection-watch.js';
export { hangUp } from './internals/pg.js';
export { APP_ROLE, Database, type DatabaseOptions } from './database.js';
export { Durations } from './durations.js';
export { outboxBacklog, together, type Backlog } from './events/backlog.js';
export { DatabaseModule } from './database.module.js';
export { declareReferences, declareUnique, translateDatabaseError, violates } from './database-errors.js';
export { databaseTroubleOf, databaseTroubles, type DatabaseTrouble } from './database-trouble.js';
export { showBidi, withoutBidi } from './bidi.js';
export { runAcrossTenants, inTenant } from './privileged-access.js';
export * from './errors.js';
export { fieldMessages, messages as kernelMessages } from './messages.js';
export { eachTenant, type EachTenantOptions } from './each-tenant.js';
export { distribute, keepWhole } from './distribute.js';
export { enableRowLevelSecurity, fenceWithPlatform } from './row-level-security.js';
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
} from './filters.js';
export { amongIds, foundWith, matches, matchesOrHasIc, soughtIn, type Sought } from './found-ids.js';
export { assignDefined } from './assign-defined.js';
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
export { networkOf, plainAddress } from './network.js';
export { NO_TENANT, derivedId, firstId, instantOfId, isUuid, newId } from './ids.js';
export { platformSetting, tenantSetting } from './transaction-preamble.js';
export { readInstant } from './instant.js';
export { KeyCheck } from './keys/key-check.entity.js';
export { WrongKeys, claimKeys, compareKeys, type KeyFindings, type WrongKey } from './keys/key-checks.js';
export { Ledger } from './ledger.js';
export { checkMigrations, migrate, pendingMigrations, type Queryable } from './migrate.js';
export { ReleaseTooOld, compareReleases, type Release } from './release.js';
export { MigrationChanged, checksumsOf, type MigrationClass } from './migration-checksums.js';
export { namedIn, namesFoundIn } from './named-in.js';
export { oneDay, type ListedDays } from './one-day.js';
export { Page, offsetOf, type PageRequest } from './page.js';
export { PageReading } from './page-reading.js';
export { unknownReference } from './references.js';
export { RecordReading, type RepositoryOptions } from './record-reading.js';
export { Repository } from './repository.js';
export { Keyring } from './sealed.js';
export { idBytes, idText, readSigned, writeSigned } from './signed-token.js';
export { allRows } from './all-rows.js';
export { countClear } from './clear-values.js';
export { rotateSeals } from './seal-rotation.js';
export {
  elementFunction,
  keyFunction,
  keyIndex,
  phoneKey,
  searchFunction,
  textKey,
  tokenFunction,
} from './search-function.js';
export { type Snapshot } from './snapshot.js';
export { Table, type EntityClass } from './table.js';
export { LedgerEntry, StoredRecord, TenantRecord } from './tenant-record.js';
export { ALL_SHARDS, ShardScope } from './shard-scope.js';
export { insertsOfValues } from './rows-as-values.js';
export { isSharded, noteHeld, noteWritten } from './sharded-transaction.js';
export { Transaction, type Row } from './transaction.js';
export type { TransactionOptions } from './transaction-options.js';
export { FairLimit, type WaitingBound } from './fair-limit.js';
export { Holdings, proportionalQuota, type Quota } from './holdings.js';
export { ownerGroup, ownerName, type Owner } from './owner.js';
export { RoundRobinQueue } from './round-robin-queue.js';
export { FairThread, type FairThreadOptions, type ThreadAnswer, type ThreadTask } from './fair-thread.js';
export { checkPooler } from './pooler-check.js';
export { CONNECTION_WAIT_MS, KEEP_ALIVE_MS, LOCK_WAIT_MS, STATEMENT_MS } from './waits.js';
export { grouped } from './grouped.js';
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
} from './words.js';
export { sharedEntities, sharedMigrations } from './persistence.js';
export { isCalendarDate, malaysianDay, malaysianInstant, malaysianTime, printedDay } from './day.js';
export { Lifecycle, type Transition } from './lifecycle.js';
export { MAX_MONEY, fromSen, money, toRate, toSen } from './money.js';
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
export { RetryTransaction, type RetryReason } from './retry.js';
