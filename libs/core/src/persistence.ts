import type { MigrationInterface } from 'typeorm';
import { AccountPolicy } from './account/account-policy.entity.js';
import { AccountLetter } from './account/account-letter.entity.js';
import { AccountLink } from './account/account-link.entity.js';
import { ApiKey } from './api-key/api-key.entity.js';
import { SignInEntry } from './auth/sign-in-entry.entity.js';
import { SignInCount } from './auth/sign-in-count.entity.js';
import { Session } from './auth/session.entity.js';
import { MfaFactor } from './factor/factor.entity.js';
import { MfaRecoveryCode } from './factor/recovery-code.entity.js';
import { FileChunk } from './file/file-chunk.entity.js';
import { FileUsageRow } from './file/file-usage.entity.js';
import { StoredFile } from './file/file.entity.js';
import { DataImport } from './import/data-import.entity.js';
import { ImportRow } from './import/import-row.entity.js';
import { Imports1764980503000 } from './migrations/1764980503000-imports.js';
import { OwnerCalendar } from './calendar/owner-calendar.entity.js';
import { DocumentPrint } from './document/document-print.entity.js';
import { RateWindow } from './api-key/rate-window.entity.js';
import { JobLeaseRow } from './job/job-lease.entity.js';
import { FormerParty } from './document/former-party.entity.js';
import { DailyClosing } from './closing/daily-closing.entity.js';
import { Core1763700100000 } from './migrations/1763700100000-core.js';
import { Subscriptions1763700200000 } from './migrations/1763700200000-subscriptions.js';
import { Payments1763700400000 } from './migrations/1763700400000-payments.js';
import { Notifications1763803000000 } from './migrations/1763803000000-notifications.js';
import { Calendars1763804000000 } from './migrations/1763804000000-calendars.js';
import { CoreLowerCase1763805000000 } from './migrations/1763805000000-lower-case.js';
import { NotificationsClaimed1763900600000 } from './migrations/1763900600000-notifications-claimed.js';
import { SignInCounts1764200600000 } from './migrations/1764200600000-sign-in-counts.js';
import { SubscriptionsEverywhere1764300300000 } from './migrations/1764300300000-subscriptions-everywhere.js';
import { TenantCreators1764200700000 } from './migrations/1764200700000-tenant-creators.js';
import { UserNumbers1764300600000 } from './migrations/1764300600000-user-numbers.js';
import { SessionsWithUsers1764400000000 } from './migrations/1764400000000-sessions-with-users.js';
import { PowerOfCreators1764600200000 } from './migrations/1764600200000-power-of-creators.js';
import { Suspenders1764600210000 } from './migrations/1764600210000-suspenders.js';
import { SignInNames1764600220000 } from './migrations/1764600220000-sign-in-names.js';
import { SignInLimits1764600300000 } from './migrations/1764600300000-sign-in-limits.js';
import { SignInEntries1764600310000 } from './migrations/1764600310000-sign-in-entries.js';
import { TenantAccounts1764600700000 } from './migrations/1764600700000-tenant-accounts.js';
import { LetterLimits1764600440000 } from './migrations/1764600440000-letter-limits.js';
import { DriversAmongUsers1764800400000 } from './migrations/1764800400000-drivers-among-users.js';
import { ReleaseOfSealedWords1764800800000 } from './migrations/1764800800000-release-of-sealed-words.js';
import { DocumentParties1764920000000 } from './migrations/1764920000000-document-parties.js';
import { SubscriptionTime1764970000000 } from './migrations/1764970000000-subscription-time.js';
import { PlansAhead1764971000000 } from './migrations/1764971000000-plans-ahead.js';
import { PaymentsEverywhere1764972000000 } from './migrations/1764972000000-payments-everywhere.js';
import { DailyClosings1764940100000 } from './migrations/1764940100000-daily-closings.js';
import { RateWindows1764980450000 } from './migrations/1764980450000-rate-windows.js';
import { Renewals1764973000000 } from './migrations/1764973000000-renewals.js';
import { SessionClients1764980420000 } from './migrations/1764980420000-session-clients.js';
import { AccountPolicies1764980430000 } from './migrations/1764980430000-account-policies.js';
import { ActiveWithPassword1764980431000 } from './migrations/1764980431000-active-with-password.js';
import { SignInChallenges1764980461000 } from './migrations/1764980461000-sign-in-challenges.js';
import { MfaFactors1764980460000 } from './migrations/1764980460000-mfa-factors.js';
import { AccountLetters1764980410000 } from './migrations/1764980410000-account-letters.js';
import { SubscriptionDays1764980470000 } from './migrations/1764980470000-subscription-days.js';
import { ApiKeys1764980440000 } from './migrations/1764980440000-api-keys.js';
import { EventInterest } from './event/event-interest.entity.js';
import { FeedBegins1764980484000 } from './migrations/1764980484000-feed-begins.js';
import { Webhooks1764980480000 } from './migrations/1764980480000-webhooks.js';
import { InnerNames1764980485001 } from './migrations/1764980485001-inner-names.js';
import { JobLeases1764980491000 } from './migrations/1764980491000-job-leases.js';
import { WorkOfTenants1764980491001 } from './migrations/1764980491001-work-of-tenants.js';
import { WebhookSending1764980483000 } from './migrations/1764980483000-webhook-sending.js';
import { CoreSorts1764980496000 } from './migrations/1764980496000-sorts.js';
import { BinPurge1764980521000 } from './migrations/1764980521000-bin-purge.js';
import { ImportAttempts1764980521100 } from './migrations/1764980521100-import-attempts.js';
import { ErasedUsers1764980508100 } from './migrations/1764980508100-erased-users.js';
import { FileLinks1764980501000 } from './migrations/1764980501000-file-links.js';
import { TenantExports1764980505000 } from './migrations/1764980505000-tenant-exports.js';
import { TenantExport } from './tenant-export/tenant-export.entity.js';
import { DuitNowQr } from './duitnow-qr/duitnow-qr.entity.js';
import { EinvoiceSettings } from './einvoice/einvoice-settings.entity.js';
import { SimulatorDocument } from './einvoice/simulator/simulator-document.entity.js';
import { SimulatorSettings } from './einvoice/simulator/simulator-settings.entity.js';
import { SimulatorSubmission } from './einvoice/simulator/simulator-submission.entity.js';
import { EinvoiceBuyer } from './einvoice/buyer.entity.js';
import { EinvoiceDocument } from './einvoice/record/einvoice-document.entity.js';
import { EinvoiceLink } from './einvoice/record/einvoice-link.entity.js';
import { EinvoiceSubmission } from './einvoice/record/einvoice-submission.entity.js';
import { EinvoiceText } from './einvoice/record/einvoice-text.entity.js';
import { EinvoiceDocuments1764980546300 } from './migrations/1764980546300-einvoice-documents.js';
import { FollowedEinvoices1764980547100 } from './migrations/1764980547100-followed-einvoices.js';
import { EinvoiceRequests1764980547200 } from './migrations/1764980547200-einvoice-requests.js';
import { Consolidations1764980547000 } from './migrations/1764980547000-consolidations.js';
import { EinvoiceBuyers1764980545100 } from './migrations/1764980545100-einvoice-buyers.js';
import { EinvoiceCertificates1764980545200 } from './migrations/1764980545200-einvoice-certificates.js';
import { SendingRest } from './einvoice/sending/sending-rest.entity.js';
import { einvoiceMigrations } from './einvoice/einvoice-migrations.js';
import { ClientRate } from './einvoice/sending/client-rate.entity.js';
import { EinvoiceClientRates1764980546060 } from './migrations/1764980546060-einvoice-client-rates.js';
import { Taxpayer } from './einvoice/taxpayer/taxpayer.entity.js';
import { EinvoiceTaxpayers1764980546050 } from './migrations/1764980546050-einvoice-taxpayers.js';
import { EinvoiceSimulator1764980546000 } from './migrations/1764980546000-einvoice-simulator.js';
import { EinvoiceSettings1764980545000 } from './migrations/1764980545000-einvoice-settings.js';
import { DuitNowQrs1764980533000 } from './migrations/1764980533000-duitnow-qrs.js';
import { Files1764980494000 } from './migrations/1764980494000-files.js';
import { FileScans1764980500000 } from './migrations/1764980500000-file-scans.js';
import { CoreBin1764980507000 } from './migrations/1764980507000-bin.js';
import { DueWork1764980523000 } from './migrations/1764980523000-due-work.js';
import { Logos1764980502000 } from './migrations/1764980502000-logos.js';
import { WebhookAttempt } from './webhook/webhook-attempt.entity.js';
import { WebhookDelivery } from './webhook/webhook-delivery.entity.js';
import { WebhookEndpoint } from './webhook/webhook-endpoint.entity.js';
import { MessageSettings } from './message/message-settings.entity.js';
import { MessageUsageRow } from './message/message-usage.entity.js';
import { BookedMoney1764980541000 } from './migrations/1764980541000-booked-money.js';
import { Reconciliation1764980541100 } from './migrations/1764980541100-reconciliation.js';
import { SentRequests1764980538000 } from './migrations/1764980538000-sent-requests.js';
import { WrittenNumbers1764980543000 } from './migrations/1764980543000-written-numbers.js';
import { ToldByMessages1764980543100 } from './migrations/1764980543100-told-by-messages.js';
import { RequestedSubscriptions1764980542000 } from './migrations/1764980542000-requested-subscriptions.js';
import { MessageAccount } from './message-account/message-account.entity.js';
import { MessageAccounts1764980537000 } from './migrations/1764980537000-message-accounts.js';
import { MessageTry } from './message/message-try.entity.js';
import { Message } from './message/message.entity.js';
import { Messages1764980534000 } from './migrations/1764980534000-messages.js';
import { MessageTemplate } from './message/message-template.entity.js';
import { MessageSettings1764980534500 } from './migrations/1764980534500-message-settings.js';
import { MessageTemplates1764980527000 } from './migrations/1764980527000-message-templates.js';
import { TenantModule } from './module/tenant-module.entity.js';
import { LetterCount } from './notification/letter-count.entity.js';
import { LetterStop } from './notification/letter-stop.entity.js';
import { Notification } from './notification/notification.entity.js';
import { PaymentMethod } from './payment/payment-method.entity.js';
import { Payment } from './payment/payment.entity.js';
import { PaymentAttempt } from './payment-request/payment-attempt.entity.js';
import { PaymentDifference } from './payment-request/payment-difference.entity.js';
import { PaymentRequestRefund } from './payment-request/payment-request-refund.entity.js';
import { PaymentRequest } from './payment-request/payment-request.entity.js';
import { PaymentRequestRefunds1764980540000 } from './migrations/1764980540000-payment-request-refunds.js';
import { PaymentAttempts1764980532600 } from './migrations/1764980532600-payment-attempts.js';
import { RequestedSales1764980532700 } from './migrations/1764980532700-requested-sales.js';
import { PaymentRequests1764980532000 } from './migrations/1764980532000-payment-requests.js';
import { Refund } from './payment/refund.entity.js';
import { SandboxCharge } from './payment/sandbox-charge.entity.js';
import { PaymentAccount } from './payment-account/payment-account.entity.js';
import { PaymentAccounts1764980531100 } from './migrations/1764980531100-payment-accounts.js';
import { SandboxPayment } from './payment/sandbox-payment.entity.js';
import { WaitingPayments1764980531000 } from './migrations/1764980531000-waiting-payments.js';
import { BinDue1764980544000 } from './migrations/1764980544000-bin-due.js';
import { Subscription } from './subscription/subscription.entity.js';
import { SubscriptionEntry } from './subscription/subscription-entry.entity.js';
import { SignInName } from './tenant/sign-in-name.entity.js';
import { Tenant } from './tenant/tenant.entity.js';
import { User } from './user/user.entity.js';

/** This context's entities and migrations, for a DataSource; those of the shared kernel go before them. */
export const coreEntities = [
  Tenant,
  SignInName,
  User,
  Session,
  SignInCount,
  SignInEntry,
  MfaFactor,
  MfaRecoveryCode,
  Subscription,
  SubscriptionEntry,
  TenantModule,
  PaymentMethod,
  Payment,
  Refund,
  SandboxCharge,
  PaymentRequest,
  PaymentRequestRefund,
  SandboxPayment,
  PaymentAccount,
  PaymentAttempt,
  PaymentDifference,
  Notification,
  LetterCount,
  LetterStop,
  OwnerCalendar,
  FormerParty,
  DocumentPrint,
  DailyClosing,
  AccountPolicy,
  AccountLetter,
  AccountLink,
  RateWindow,
  JobLeaseRow,
  ApiKey,
  EventInterest,
  WebhookEndpoint,
  WebhookDelivery,
  WebhookAttempt,
  StoredFile,
  DataImport,
  ImportRow,
  FileChunk,
  FileUsageRow,
  TenantExport,
  MessageTemplate,
  DuitNowQr,
  Message,
  MessageTry,
  MessageSettings,
  MessageUsageRow,
  MessageAccount,
  EinvoiceSettings,
  EinvoiceBuyer,
  EinvoiceDocument,
  EinvoiceText,
  EinvoiceLink,
  EinvoiceSubmission,
  Taxpayer,
  ClientRate,
  SendingRest,
  SimulatorSettings,
  SimulatorSubmission,
  SimulatorDocument,
];
export const coreMigrations: (new () => MigrationInterface)[] = [
  Core1763700100000,
  Subscriptions1763700200000,
  Payments1763700400000,
  Notifications1763803000000,
  Calendars1763804000000,
  CoreLowerCase1763805000000,
  NotificationsClaimed1763900600000,
  SignInCounts1764200600000,
  TenantCreators1764200700000,
  SubscriptionsEverywhere1764300300000,
  UserNumbers1764300600000,
  SessionsWithUsers1764400000000,
  PowerOfCreators1764600200000,
  Suspenders1764600210000,
  SignInNames1764600220000,
  SignInLimits1764600300000,
  SignInEntries1764600310000,
  TenantAccounts1764600700000,
  LetterLimits1764600440000,
  DriversAmongUsers1764800400000,
  ReleaseOfSealedWords1764800800000,
  DocumentParties1764920000000,
  SubscriptionTime1764970000000,
  PlansAhead1764971000000,
  PaymentsEverywhere1764972000000,
  DailyClosings1764940100000,
  Renewals1764973000000,
  SessionClients1764980420000,
  AccountPolicies1764980430000,
  ActiveWithPassword1764980431000,
  MfaFactors1764980460000,
  SignInChallenges1764980461000,
  AccountLetters1764980410000,
  SubscriptionDays1764980470000,
  RateWindows1764980450000,
  ApiKeys1764980440000,
  Webhooks1764980480000,
  WebhookSending1764980483000,
  FeedBegins1764980484000,
  InnerNames1764980485001,
  JobLeases1764980491000,
  WorkOfTenants1764980491001,
  CoreSorts1764980496000,
  ErasedUsers1764980508100,
  Files1764980494000,
  Imports1764980503000,
  FileScans1764980500000,
  CoreBin1764980507000,
  DueWork1764980523000,
  FileLinks1764980501000,
  TenantExports1764980505000,
  Logos1764980502000,
  MessageTemplates1764980527000,
  BinPurge1764980521000,
  ImportAttempts1764980521100,
  DuitNowQrs1764980533000,
  Messages1764980534000,
  PaymentRequests1764980532000,
  WaitingPayments1764980531000,
  PaymentAccounts1764980531100,
  MessageSettings1764980534500,
  PaymentAttempts1764980532600,
  PaymentRequestRefunds1764980540000,
  RequestedSales1764980532700,
  MessageAccounts1764980537000,
  SentRequests1764980538000,
  WrittenNumbers1764980543000,
  BookedMoney1764980541000,
  BinDue1764980544000,
  ToldByMessages1764980543100,
  EinvoiceSettings1764980545000,
  Reconciliation1764980541100,
  EinvoiceBuyers1764980545100,
  RequestedSubscriptions1764980542000,
  EinvoiceCertificates1764980545200,
  EinvoiceDocuments1764980546300,
  EinvoiceSimulator1764980546000,
  EinvoiceTaxpayers1764980546050,
  EinvoiceClientRates1764980546060,
  ...einvoiceMigrations,
  FollowedEinvoices1764980547100,
  EinvoiceRequests1764980547200,
  Consolidations1764980547000,
];
