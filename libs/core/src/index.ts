export * from './account/letters-and-links.js';
export * from './bin/index.js';
export * from './api-key/index.js';
export * from './event/index.js';
export { CallerService, type Caller } from './auth/caller.service.js';
export { LastSeen } from './auth/last-seen.js';
export * from './job/index.js';
export * from './message/index.js';
export * from './message-account/index.js';
export { AuthService, type Credentials, type SecondStepGiven } from './auth/auth.service.js';
export { purgeExpired } from './auth/purge-expired.js';
export { RightsCache, type ApiKeyRights, type Rights, type RightsChange } from './auth/rights-cache.js';
export { Session } from './auth/session.entity.js';
export { RIGHTS_CHANNEL, SessionRegistry } from './auth/session.registry.js';
export { SessionService } from './auth/session.service.js';
export type { SignedIn } from './auth/sign-in-completion.js';
export { SignInCount } from './auth/sign-in-count.entity.js';
export { SignInEntry } from './auth/sign-in-entry.entity.js';
export { SignInTrail, type Client } from './auth/sign-in-trail.js';
export { MOST_FAILURES } from './auth/sign-in-limiter.js';
export {
  TOKEN_ALGORITHM,
  TokenService,
  asClaims,
  type TokenClaims,
  type TokenKind,
  type TokenSettings,
} from './auth/token.service.js';
export {
  Calendar,
  overlapWithin,
  overlaps,
  type Bookings,
  type CalendarOwner,
  type Clash,
  type Span,
  type Wanted,
  type WantedTime,
} from './calendar/calendar.js';
export { DayPolicies, type DayRules, type ProposedTime } from './calendar/day-policies.js';
export { ScheduleDays, type DayRange, type ScheduleDay } from './calendar/schedule-days.js';
export { stateOf } from './calendar/state-of.js';
export {
  hoursWithin,
  isWeekday,
  requireHours,
  spansOfDay,
  textsOfDay,
  workingHoursOf,
  type MinuteSpan,
  type WorkingHours,
} from './calendar/working-hours.js';
export {
  dailyClosingReportOf,
  takingsGroupings,
  type ClosedDay,
  type TakingsGrouping,
} from './closing/daily-closing.report.js';
export { DailyClosing, type CountedTill } from './closing/daily-closing.entity.js';
export { DailyClosingRepository, type DailyClosingQuery } from './closing/daily-closing.repository.js';
export { DailyClosingService, type NewDailyClosing } from './closing/daily-closing.service.js';
export {
  ONLINE_RECEIVER,
  UNSPECIFIED_RECEIVER,
  cashOf,
  entriesOf,
  listTakings,
  roundingOf,
  paidBy,
  receivedBy,
  type Taking,
  type Takings,
  type TakingsLedger,
  type TakingsQuery,
} from './closing/takings.js';
export * from './account/account-policy.entity.js';
export { AccountPolicyService } from './account/account-policy.service.js';
export { isLinkUrl, linkTo } from './account/link-url.js';
export { CoreModule, type CoreSettings } from './core.module.js';
export * from './factor/index.js';
export { PublicAddress } from './public-address.js';
export {
  catalogue,
  findModule,
  moduleKeys,
  moduleStatuses,
  type CatalogueModule,
  type ModuleKey,
  type ModuleStatus,
} from './module/catalogue.js';
export { LEAST_AUDIT_YEARS, auditCutoff, auditYears } from './module/audit-retention.js';
export { modulesNamed } from './module/module-names.js';
export {
  Configurations,
  configurationOf,
  declaredSettings,
  setting,
  type Configuration,
  type ConfigurationOf,
  type DeclaredConfiguration,
  type Setting,
  type SettingShape,
} from './module/configuration.js';
export { configurationWarnings } from './module/configuration-warnings.js';
export { ModuleService, type ModuleActivation } from './module/module.service.js';
export { TenantModuleRepository } from './module/tenant-module.repository.js';
export { TenantModule, tenantModuleStatuses, type TenantModuleStatus } from './module/tenant-module.entity.js';
export { bothLanguages, businessLetter, type Addressee } from './notification/business-letter.js';
export { AppointmentReminders, type RemindedAppointments } from './notification/appointment-reminders.js';
export { channels, type Channel } from './notification/channels.js';
export {
  headingOf,
  isAddress,
  nameInLetter,
  oneLine,
  reachedAt,
  senderOf,
  type Letter,
  type Sender,
} from './notification/letter.js';
export { LetterStops, type StopLink } from './notification/letter-stops.js';
export { RecipientLimits } from './notification/recipient-limits.js';
export { Mailer, type Delivery } from './notification/mailer.js';
export { Notification, notificationOutcomes, type NotificationOutcome } from './notification/notification.entity.js';
export {
  isClaimed,
  NotificationRepository,
  type Claim,
  type OpenClaim,
} from './notification/notification.repository.js';
export {
  ABANDONED_MS,
  MOST_PER_DAY,
  MOST_WHILE_NEW,
  NotificationService,
} from './notification/notification.service.js';
export { MOST_ASKED_FOR, MOST_TO_ONE } from './notification/recipient-limits.js';
export { reachedBy } from './notification/recipient.js';
export type { OpenNotification, SendingOptions, Undelivered } from './notification/sending-options.js';
export type {
  DueNotification,
  LetterContent,
  NotificationSource,
  NotifiedFacts,
  NotifiedPerson,
  Occasion,
  ToldByMessage,
} from './notification/notification-source.js';
export {
  reminderLetter,
  type Reminded,
  type ReminderPlace,
  type RemindingBusiness,
} from './notification/reminder-letter.js';
export { mobileNumber } from './notification/mobile-number.js';
export { OperatorService, type OperatorAccount } from './operator/operator.service.js';
export { TenantLoads, type LoadRun, type LoadState } from './operator/tenant-loads.js';
export { PLATFORM_SLUG, PLATFORM_TENANT } from './operator/platform-tenant.js';
export * from './payment/port.js';
export type { Card } from './payment/card.js';
export { PaymentMethod } from './payment/payment-method.entity.js';
export { PaymentMethodRepository } from './payment/payment-method.repository.js';
export { PaymentMethodService, type NewPaymentMethod } from './payment/payment-method.service.js';
export {
  Payment,
  paymentStatuses,
  paymentTypes,
  type PaymentStatus,
  type PaymentType,
  type WaitingFor,
} from './payment/payment.entity.js';
export { PaymentRepository, type PaymentFilters } from './payment/payment.repository.js';
export {
  PaymentService,
  type NewPayment,
  type NewRefund,
  type PaymentQuery,
  type Refunded,
} from './payment/payment.service.js';
export { RefundRepository } from './payment/refund.repository.js';
export { Refund, refundStatuses, type RefundStatus } from './payment/refund.entity.js';
export { SandboxGateway, type SandboxOptions } from './payment/sandbox-gateway.js';
export * from './payment-request/index.js';
export * from './reports/index.js';
export { Renewals } from './payment/renewals.js';
export { GIVE_UP_MS, Settlement, type PendingOptions } from './payment/settlement.js';
export { coreEntities, coreMigrations } from './persistence.js';
export * from './duitnow-qr/index.js';
export * from './einvoice/index.js';
export * from './webhook/index.js';
export {
  birthDateOf,
  twelveDigits,
  verificationOf,
  verifiedIc,
  verifiedTypedIc,
  yearsBetween,
  type IcRule,
  type IcVerification,
} from './identity/ic-verification.js';
export * from './person/index.js';
export * from './privacy/index.js';
export { TermExpiry } from './subscription/expiry.js';
export { billingCycles, planTypeOf, plans, type BillingCycle, type Plan } from './subscription/plans.js';
export {
  Subscription,
  subscriptionStatuses,
  type PaymentMeans,
  type PlanChange,
  type SubscriptionStatus,
} from './subscription/subscription.entity.js';
export {
  SubscriptionEntry,
  subscriptionEntryKinds,
  type SubscriptionEntryKind,
} from './subscription/subscription-entry.entity.js';
export { SubscriptionRepository } from './subscription/subscription.repository.js';
export { SubscriptionService } from './subscription/subscription.service.js';
export type { NewSubscription, SubscriptionChanges, SubscriptionQuery } from './subscription/subscription-told.js';
export { addMonths } from './subscription/term.js';
export * from './tenant/tenant.entity.js';
export { BIN_DAYS, MOST_BIN_DAYS } from './tenant/tenant-settings.js';
export * from './tenant/due-tenants.js';
export { TenantsWithWork, type LookForWork } from './tenant/tenants-with-work.js';
export { notDeleted } from './tenant/tenant-ids.js';
export { ShardNodes } from './tenant/shard-nodes.js';
export { ofTenant, ofTenantNamed, type OfTenants } from './tenant/one-tenant.js';
export { TenantRepository, type TenantQuery } from './tenant/tenant.repository.js';
export { TenantService, type NewTenant, type TenantChanges } from './tenant/tenant.service.js';
export { DriverLinks, type DriverCheck } from './user/driver-links.js';
export { hashPassword } from './user/password.js';
export {
  PasswordRules,
  passwordBlocklists,
  type PasswordBlocklist,
  type PasswordToSet,
} from './user/password-rules.js';
export { User, userStatuses, type UserStatus } from './user/user.entity.js';
export { UserErasure, type ErasedUser } from './user/user-erasure.js';
export { UserExport, type UserExported } from './user/user-export.js';
export { UserRepository, type UserQuery } from './user/user.repository.js';
export { UserService, type NewUser, type UserChanges } from './user/user.service.js';
export { CompanyRegister, OfflineCompanyRegister, type RegisteredCompany } from './utils/company-register.js';
export { UtilsService, type RegistrationVerdict } from './utils/utils.service.js';
export { webhookTested } from './webhook/webhook-events.js';
export { WebhookQueue, type QueueEndpoint } from './webhook/webhook-queue.js';
export {
  addedTaxes,
  payableOf,
  taxesOf,
  type Buyer,
  type CreditMade,
  type DocumentFact,
  type DocumentLine,
  type DocumentSum,
  type PaidSoFar,
  type PaymentMade,
  type SalesDocument,
  type SalesDocumentKind,
  type TaxOfRate,
  type Tendered,
  type Voided,
} from './document/sales-document.js';
export { DocumentParties, PartiesAtIssue, type PartyRecord } from './document/document-parties.js';
export { DocumentPrints } from './document/document-prints.js';
export { FormerParty } from './document/former-party.entity.js';
export { addressedParty, personParty, sellerOf, type Letterhead, type Party, type Seller } from './document/party.js';
export { saidMethod } from './document/payment-methods.js';
export { messages as coreMessages, nouns as coreNouns } from './messages.js';
export { messages as paymentMessages, refusalWords } from './payment/payment.messages.js';
export { joinUserNames } from './user/user-names.js';
export { messages as userMessages } from './user/user.messages.js';
export * from './file/files-and-imports.js';
