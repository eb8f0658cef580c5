import { Module, type DynamicModule, type OnModuleInit, type Provider } from '@nestjs/common';
import { EmailChange } from './account/email-change.js';
import { InvitationLetters } from './account/invitation-letters.js';
import { Invitations } from './account/invitations.js';
import { AccountPolicyRepository } from './account/account-policy.repository.js';
import { AccountPolicyService } from './account/account-policy.service.js';
import { AccountLetterRepository } from './account/account-letter.repository.js';
import { AccountLetterSender } from './account/account-letter-sender.js';
import { AccountLetters } from './account/account-letters.js';
import { AccountLinks } from './account/account-links.js';
import { AccountPages, type AccountPagesSettings } from './account/account-pages.js';
import { AccountRecipients } from './account/account-recipients.js';
import { RateWindowTable } from './api-key/rate-window.table.js';
import { RateWindows } from './api-key/rate-windows.js';
import { LinkedAccounts } from './account/linked-accounts.js';
import { PasswordRecovery } from './account/password-recovery.js';
import { EventFeed } from './event/event-feed.js';
import { EventInterests } from './event/event-interests.js';
import { ApiKeyRegistry } from './api-key/api-key.registry.js';
import { ApiKeyRepository } from './api-key/api-key.repository.js';
import { ApiKeyService } from './api-key/api-key.service.js';
import { ApiKeyReview } from './api-key/api-key-review.js';
import { ApiKeyUses } from './api-key/api-key-uses.js';
import { AuthService } from './auth/auth.service.js';
import { CallerService } from './auth/caller.service.js';
import { LastSeen } from './auth/last-seen.js';
import { RightsCache } from './auth/rights-cache.js';
import { SessionRegistry } from './auth/session.registry.js';
import { SessionService } from './auth/session.service.js';
import { SignInCompletion } from './auth/sign-in-completion.js';
import { SignInTrail } from './auth/sign-in-trail.js';
import { TokenService, type TokenSettings } from './auth/token.service.js';
import { Bin, BinPurge } from './bin/index.js';
import { Calendar } from './calendar/calendar.js';
import { DayPolicies } from './calendar/day-policies.js';
import { ScheduleDays } from './calendar/schedule-days.js';
import { documentProviders } from './document/document.providers.js';
import { einvoiceProviders, type EinvoiceOptions } from './einvoice/einvoice.providers.js';
import { DailyClosingRepository } from './closing/daily-closing.repository.js';
import { DailyClosingService } from './closing/daily-closing.service.js';
import { fileProviders, type FileSettings } from './file/file.providers.js';
import { CodeCheck } from './factor/code-check.js';
import { FactorRepository } from './factor/factor.repository.js';
import { SecondStep } from './factor/second-step.js';
import { FactorService } from './factor/factor.service.js';
import { ImportActors } from './import/import-actors.js';
import { ImportClaims } from './import/import-claims.js';
import { ImportQueue } from './import/import-queue.js';
import { ImportRepository } from './import/import.repository.js';
import { ImportService } from './import/import.service.js';
import { JobLeaseTable } from './job/job-lease.table.js';
import { JobLeases } from './job/job-leases.js';
import { messageProviders } from './message/message.providers.js';
import { ModuleService } from './module/module.service.js';
import { TenantModuleRepository } from './module/tenant-module.repository.js';
import { LetterStops } from './notification/letter-stops.js';
import { RecipientLimits } from './notification/recipient-limits.js';
import { NotificationRepository } from './notification/notification.repository.js';
import { LetterDelivery } from './notification/letter-delivery.js';
import { NotificationService } from './notification/notification.service.js';
import { NotificationSources } from './notification/notification-sources.js';
import { OperatorService } from './operator/operator.service.js';
import { TenantLoads } from './operator/tenant-loads.js';
import { paymentProviders, type PaymentSettings } from './payment/providers.js';
import { paymentRequestProviders } from './payment-request/payment-request.providers.js';
import { privacyProviders } from './privacy/privacy.providers.js';
import { PublicAddress } from './public-address.js';
import { TermExpiry } from './subscription/expiry.js';
import { SubscriptionHistory } from './subscription/subscription-history.js';
import { SubscriptionLetters } from './subscription/subscription-letters.js';
import { SubscriptionMessages } from './subscription/subscription-messages.js';
import { SubscriptionRepository } from './subscription/subscription.repository.js';
import { SubscriptionService } from './subscription/subscription.service.js';
import { ShardNodes } from './tenant/shard-nodes.js';
import { RecordReach } from './tenant/record-reach.js';
import { TenantRepository } from './tenant/tenant.repository.js';
import { TenantsWithWork } from './tenant/tenants-with-work.js';
import { TenantQuota } from './tenant/tenant-quota.js';
import { TenantService } from './tenant/tenant.service.js';
import { DriverLinks } from './user/driver-links.js';
import { PasswordRules, type PasswordBlocklist } from './user/password-rules.js';
import { UserNumbers } from './user/user-numbers.js';
import { UserRepository } from './user/user.repository.js';
import { UserService } from './user/user.service.js';
import { CompanyRegister, OfflineCompanyRegister } from './utils/company-register.js';
import { UtilsService } from './utils/utils.service.js';
import { AddressGuard } from './webhook/address-guard.js';
import { NoWebhookSender, WebhookSender } from './webhook/webhook-sender.js';
import { WebhookDeliveries } from './webhook/webhook-deliveries.js';
import { WebhookDeliveryService } from './webhook/webhook-delivery.service.js';
import { WebhookEndpointRepository } from './webhook/webhook-endpoint.repository.js';
import { WebhookEndpointService } from './webhook/webhook-endpoint.service.js';
import { DeliveryClaims } from './webhook/delivery-claims.js';
import { DeliveryOutcomes } from './webhook/delivery-outcomes.js';
import { DeliverySender } from './webhook/delivery-sender.js';
import { WebhookQueue } from './webhook/webhook-queue.js';
import { WebhookQueueing } from './webhook/webhook-queueing.js';
import { WebhookRetention } from './webhook/webhook-retention.js';
import { tenantExportProviders } from './tenant-export/tenant-export.providers.js';
import { WebhookReplay } from './webhook/webhook-replay.js';
import { WebhookTest } from './webhook/webhook-test.js';
import { WebhookTransmitter } from './webhook/webhook-transmitter.js';

export interface CoreSettings extends PaymentSettings, EinvoiceOptions {
  tokens: TokenSettings;
  /** The registry that names and dates of companies come from; none unless given. */
  companyRegister?: CompanyRegister;
  /** Where people reach the service, for links in letters and on labels; without it letters have none. */
  publicUrl?: string | null;
  /** How many tenants an account may have; 100 unless given. */
  tenantsPerAccount?: number;
  /** Where links of letters about accounts lead, beyond the public address, and whether such letters are sent; they are unless told. */
  accountPages?: Partial<Omit<AccountPagesSettings, 'publicUrl'>>;
  /** Which passwords stated operations refuse; `worst` unless given. */
  passwordBlocklist?: PasswordBlocklist;
  /** Networks, in CIDR notation, that webhooks may be sent to although they are not public; none unless given. */
  webhookNetworks?: readonly string[];
  /** Makes what sends webhooks; none is sent unless given. */
  webhookSender?: (guard: AddressGuard) => WebhookSender;
  /** How files are kept. */
  files?: FileSettings;
  /** The release of the service, which webhooks name in their user-agent. */
  release?: string;
}

const services = [
  AccountLetterRepository,
  AccountLetters,
  AccountLinks,
  AccountRecipients,
  AccountLetterSender,
  PasswordRecovery,
  LinkedAccounts,
  RightsCache,
  SessionRegistry,
  SessionService,
  LastSeen,
  SignInTrail,
  AuthService,
  SignInCompletion,
  SecondStep,
  FactorRepository,
  CodeCheck,
  FactorService,
  CallerService,
  TenantRepository,
  RecordReach,
  Bin,
  BinPurge,
  ShardNodes,
  TenantsWithWork,
  JobLeaseTable,
  JobLeases,
  TenantService,
  DriverLinks,
  UserNumbers,
  UserRepository,
  UserService,
  AccountPolicyRepository,
  AccountPolicyService,
  InvitationLetters,
  Invitations,
  EmailChange,
  OperatorService,
  TenantLoads,
  SubscriptionRepository,
  SubscriptionHistory,
  SubscriptionLetters,
  SubscriptionMessages,
  SubscriptionService,
  TermExpiry,
  TenantModuleRepository,
  ModuleService,
  NotificationRepository,
  RecipientLimits,
  LetterStops,
  NotificationSources,
  LetterDelivery,
  NotificationService,
  UtilsService,
  ...privacyProviders,
  Calendar,
  DayPolicies,
  ScheduleDays,
  ...documentProviders,
  DailyClosingRepository,
  DailyClosingService,
  RateWindowTable,
  EventInterests,
  EventFeed,
  ApiKeyRepository,
  ApiKeyService,
  ApiKeyRegistry,
  ApiKeyUses,
  ApiKeyReview,
  WebhookQueue,
  WebhookQueueing,
  DeliveryClaims,
  DeliveryOutcomes,
  DeliverySender,
  WebhookRetention,
  WebhookEndpointRepository,
  WebhookDeliveries,
  WebhookEndpointService,
  ImportActors,
  ImportClaims,
  ImportQueue,
  ImportRepository,
  ImportService,
  WebhookDeliveryService,
  WebhookReplay,
  WebhookTest,
  ...tenantExportProviders,
  ...messageProviders,
  ...paymentRequestProviders,
];

/**
 * Tenants, users, sign-in, subscriptions, modules, payments, privacy, notifications and calendars, for the whole application. It needs `DatabaseModule`, and
 * knows nothing of HTTP.
 */
@Module({})
export class CoreModule implements OnModuleInit {
  constructor(
    private readonly notifications: NotificationService,
    private readonly subscriptionLetters: SubscriptionLetters,
    private readonly bin: Bin,
    private readonly users: UserRepository,
  ) {}

  onModuleInit(): void {
    this.bin.register(this.users);
    this.notifications.register(this.subscriptionLetters);
  }

  static forRoot({
    tokens,
    gateway,
    gateways,
    platformAccount,
    platformEmail,
    sandbox,
    production,
    einvoiceSimulator,
    einvoiceIntermediary,
    einvoiceSending,
    companyRegister,
    publicUrl = null,
    tenantsPerAccount = 100,
    accountPages = {},
    passwordBlocklist = 'worst',
    webhookNetworks = [],
    webhookSender = () => new NoWebhookSender(),
    files,
    release = 'unknown',
  }: CoreSettings): DynamicModule {
    const providers: Provider[] = [
      ...services,
      ...fileProviders(files),
      ...einvoiceProviders({ einvoiceSimulator, einvoiceIntermediary, einvoiceSending }),
      { provide: TokenService, useFactory: () => new TokenService(tokens) },
      ...paymentProviders({ gateway, gateways, platformAccount, platformEmail, sandbox, production }),
      { provide: CompanyRegister, useFactory: () => companyRegister ?? new OfflineCompanyRegister() },
      {
        provide: RateWindows,
        useFactory: (table: RateWindowTable) => new RateWindows(table),
        inject: [RateWindowTable],
      },
      { provide: TenantQuota, useFactory: () => new TenantQuota(tenantsPerAccount) },
      {
        provide: PasswordRules,
        useFactory: (policies: AccountPolicyService, tenants: TenantRepository) =>
          new PasswordRules(passwordBlocklist, policies, tenants),
        inject: [AccountPolicyService, TenantRepository],
      },
      { provide: AddressGuard, useFactory: () => new AddressGuard(webhookNetworks) },
      { provide: WebhookSender, useFactory: webhookSender, inject: [AddressGuard] },
      {
        provide: WebhookTransmitter,
        useFactory: (sender: WebhookSender) => new WebhookTransmitter(sender, release),
        inject: [WebhookSender],
      },
      { provide: PublicAddress, useFactory: () => new PublicAddress(publicUrl) },
      {
        provide: AccountPages,
        useFactory: () => new AccountPages({ linkUrls: [], areLettersSent: true, ...accountPages, publicUrl }),
      },
    ];
    return { module: CoreModule, global: true, providers, exports: providers };
  }
}
