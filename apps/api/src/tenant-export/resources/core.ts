import {
  AccountPolicyService,
  ApiKeyService,
  FileRepository,
  ImportService,
  MessageAccountService,
  MessageService,
  MessageSettingsService,
  MessageTemplateService,
  MessageUsage,
  PaymentAttempt,
  PaymentRequestRefund,
  PaymentDifferenceService,
  PaymentMethod,
  PaymentRequestService,
  PaymentService,
  SubscriptionEntry,
  SubscriptionService,
  TenantModule,
  TenantService,
  UserService,
  WebhookEndpointService,
} from '@usaha/core';
import { AuditEntry } from '@usaha/shared';
import { asShown } from '@usaha/shared/operation';
import { accountPolicyView } from '../../surfaces/reference/core/account-policy.wire.js';
import { apiKeyView } from '../../surfaces/reference/core/api-keys.wire.js';
import { auditView } from '../../surfaces/reference/core/audit.wire.js';
import { fileView } from '../../surfaces/reference/core/files.wire.js';
import { importView } from '../../surfaces/reference/core/imports.wire.js';
import { messageSettingsView } from '../../surfaces/reference/core/message-settings.wire.js';
import { messageAccountView } from '../../surfaces/reference/core/message-accounts.wire.js';
import { messageTemplateView } from '../../surfaces/reference/core/message-templates.wire.js';
import { messageUsageRowView } from '../../surfaces/reference/core/message-usage.wire.js';
import { messageView } from '../../surfaces/reference/core/messages.wire.js';
import { tenantModuleView } from '../../surfaces/reference/core/modules.wire.js';
import { paymentMethodView } from '../../surfaces/reference/core/payment-methods.wire.js';
import { requestRefundView } from '../../surfaces/reference/core/payment-request-refunds.wire.js';
import { paymentDifferenceView } from '../../surfaces/reference/core/payment-differences.wire.js';
import { paymentAttemptView, paymentRequestView } from '../../surfaces/reference/core/payment-requests.wire.js';
import { paymentView } from '../../surfaces/reference/core/payments.wire.js';
import { subscriptionEntryView } from '../../surfaces/reference/core/subscription-history.wire.js';
import { subscriptionView } from '../../surfaces/reference/core/subscriptions.wire.js';
import { tenantView } from '../../surfaces/reference/core/tenants.wire.js';
import { userView } from '../../surfaces/reference/core/users.wire.js';
import { webhookView } from '../../surfaces/reference/core/webhooks.wire.js';
import { always, listOf, rowsOf, wholeOf } from '../exported-resource.js';

/** Before any message. */
const FIRST_DAY = '2020-01-01';

/** What every tenant has, its settings and its trail among them. */
export const coreResources = [
  wholeOf(
    'tenants',
    ['core.tenants'],
    TenantService,
    async (tenants, ctx) => [await tenants.get(ctx, ctx.tenant_id)],
    always(tenantView),
  ),
  listOf(
    'users',
    ['core.users'],
    UserService,
    (users, ctx, page) => users.list(ctx, {}, page),
    ({ actor }) => userView(actor),
  ),
  wholeOf(
    'account-policy',
    ['core.account_policies'],
    AccountPolicyService,
    async (policies, ctx) => [await policies.get(ctx)],
    always(accountPolicyView),
  ),
  wholeOf(
    'message-templates',
    ['core.message_templates'],
    MessageTemplateService,
    (templates, ctx) => templates.list(ctx),
    always(messageTemplateView),
  ),
  wholeOf(
    'message-settings',
    ['core.message_settings'],
    MessageSettingsService,
    async (settings, ctx) => [await settings.get(ctx)],
    always(messageSettingsView),
  ),
  wholeOf(
    'message-usage',
    ['core.message_usage'],
    MessageUsage,
    async (usage, ctx) => (await usage.report(ctx, { date_from: FIRST_DAY })).rows,
    always(messageUsageRowView),
  ),
  wholeOf(
    'message-accounts',
    ['core.message_accounts'],
    MessageAccountService,
    (accounts, ctx) => accounts.list(ctx),
    always(messageAccountView),
  ),
  listOf(
    'messages',
    ['core.messages', 'core.message_tries'],
    MessageService,
    (messages, ctx, page) => messages.list(ctx, {}, page),
    always(messageView),
  ),
  rowsOf('modules', 'core.tenant_modules', TenantModule, always(tenantModuleView)),
  listOf(
    'subscriptions',
    ['core.subscriptions'],
    SubscriptionService,
    (subscriptions, ctx, page) => subscriptions.list(ctx, {}, page),
    ({ now }) => subscriptionView(now),
  ),
  rowsOf('subscriptions.history', 'core.subscription_entries', SubscriptionEntry, always(subscriptionEntryView), {
    parent: ({ subscription_id }) => ({ subscription_id }),
  }),
  rowsOf('payment-methods', 'core.payment_methods', PaymentMethod, always(paymentMethodView)),
  listOf(
    'payments',
    ['core.payments', 'core.refunds'],
    PaymentService,
    (payments, ctx, page) => payments.list(ctx, {}, page),
    always(paymentView),
  ),
  listOf(
    'payment-requests',
    ['core.payment_requests'],
    PaymentRequestService,
    (requests, ctx, page) => requests.list(ctx, {}, page),
    ({ now }) => paymentRequestView({ now, urlOf: null }),
  ),
  rowsOf('payment-requests.attempts', 'core.payment_attempts', PaymentAttempt, always(paymentAttemptView), {
    parent: ({ request_id: payment_request_id }) => ({ payment_request_id }),
  }),
  rowsOf('payment-requests.refunds', 'core.payment_request_refunds', PaymentRequestRefund, always(requestRefundView), {
    parent: ({ request_id: payment_request_id }) => ({ payment_request_id }),
  }),
  listOf(
    'payment-differences',
    ['core.payment_differences'],
    PaymentDifferenceService,
    (differences, ctx, page) => differences.list(ctx, {}, page),
    always(paymentDifferenceView),
  ),
  listOf(
    'api-keys',
    ['core.api_keys'],
    ApiKeyService,
    (keys, ctx, page) => keys.list(ctx, page),
    ({ now }) => apiKeyView(now),
  ),
  listOf(
    'webhooks',
    ['core.webhook_endpoints'],
    WebhookEndpointService,
    (webhooks, ctx, page) => webhooks.list(ctx, page),
    ({ now }) => webhookView(now),
  ),
  listOf(
    'files',
    ['core.files'],
    FileRepository,
    (files, ctx, page) => files.list(ctx, { is_upload: true }, page),
    always(fileView),
  ),
  listOf(
    'imports',
    ['core.imports'],
    ImportService,
    (imports, ctx, page) => imports.list(ctx, {}, page),
    always(importView),
  ),
  rowsOf('audit', 'kernel.audit_entries', AuditEntry, () => (entry) => auditView(asShown(entry))),
];
