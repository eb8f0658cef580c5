import { Module } from '@nestjs/common';
import { ReferenceAccountPolicyController } from './account-policy.controller.js';
import { RenderModule } from '../../../render/render.module.js';
import { FailedRows } from '../../../data-tables/imports/failed-rows.js';
import { ScopeCatalogue } from '../../../wire/scope-catalogue.js';
import { ReferenceApiKeyScopesController } from './api-key-scopes.controller.js';
import { ReferenceApiKeysController } from './api-keys.controller.js';
import { ReferenceAuditController } from './audit.controller.js';
import { ReferenceBinController } from './bin.controller.js';
import { ReferenceAuthController } from './auth.controller.js';
import { ReferenceMfaController } from './mfa.controller.js';
import { ReferenceMeController } from './me.controller.js';
import { ReferenceEinvoiceBuyersController } from './einvoice-buyers.controller.js';
import { ReferenceEinvoiceCertificateController } from './einvoice-certificate.controller.js';
import { ReferenceEinvoiceConsolidationsController } from './einvoice-consolidations.controller.js';
import { ReferenceEinvoiceNotesController } from './einvoice-notes.controller.js';
import { ReferenceEinvoicePrintsController } from './einvoice-prints.controller.js';
import { ReferenceEinvoiceRequestsController } from './einvoice-requests.controller.js';
import { ReferenceEinvoicesController } from './einvoices.controller.js';
import { ReferenceEinvoiceOverviewController } from './einvoice-overview.controller.js';
import { ReferenceEinvoiceRulesController } from './einvoice-rules.controller.js';
import { ReferenceEinvoiceSettingsController } from './einvoice-settings.controller.js';
import { ReferenceEinvoiceTinController } from './einvoice-tin.controller.js';
import { ReferenceEinvoiceSimulatorController } from './einvoice-simulator.controller.js';
import { ReferenceEmailController } from './email.controller.js';
import { ReferenceEventTypesController } from './event-types.controller.js';
import { ReferenceEventsController } from './events.controller.js';
import { ListCatalogue } from '../../../exports/list-catalogue.js';
import { ListExports } from '../../../exports/list-exports.js';
import { ReferenceExportsController } from './exports.controller.js';
import { ReferenceImportsController } from './imports.controller.js';
import { ReferenceFilesController } from './files.controller.js';
import { ReferenceMessageAccountsController } from './message-accounts.controller.js';
import { ReferenceMessageTemplatesController } from './message-templates.controller.js';
import { ReferenceMessageSettingsController } from './message-settings.controller.js';
import { ReferenceMessageUsageController } from './message-usage.controller.js';
import { ReferenceMessagesController } from './messages.controller.js';
import { ReferenceModulesController } from './modules.controller.js';
import { ReferenceDuitNowQrController } from './duitnow-qr.controller.js';
import { ReferencePaymentMethodsController } from './payment-methods.controller.js';
import { ReferencePaymentDifferencesController } from './payment-differences.controller.js';
import { ReferencePaymentRequestRefundsController } from './payment-request-refunds.controller.js';
import { ReferencePaymentRequestsController } from './payment-requests.controller.js';
import { ReferencePaymentAccountController } from './payment-account.controller.js';
import { ReferencePaymentsController } from './payments.controller.js';
import { ReferenceSessionsController } from './sessions.controller.js';
import { ReferenceRecoveryController } from './recovery.controller.js';
import { ReferenceSubscriptionsController } from './subscriptions.controller.js';
import { ReferenceTenantExportsController } from './tenant-exports.controller.js';
import { ReferenceTenantsController } from './tenants.controller.js';
import { ReferenceUsersController } from './users.controller.js';
import { ReferenceUserPrivacyController } from './user-privacy.controller.js';
import { ReferenceWebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { ReferenceWebhooksController } from './webhooks.controller.js';
import { ReferenceUtilsController } from './utils.controller.js';

/** The core context on the reference surface. */
@Module({
  imports: [RenderModule],
  controllers: [
    ReferenceAuthController,
    ReferenceRecoveryController,
    ReferenceMfaController,
    ReferenceMeController,
    ReferenceSessionsController,
    ReferenceTenantsController,
    ReferenceTenantExportsController,
    ReferenceUsersController,
    ReferenceUserPrivacyController,
    ReferenceApiKeyScopesController,
    ReferenceApiKeysController,
    ReferenceSubscriptionsController,
    ReferenceModulesController,
    ReferenceDuitNowQrController,
    ReferencePaymentMethodsController,
    ReferencePaymentsController,
    ReferencePaymentRequestsController,
    ReferencePaymentRequestRefundsController,
    ReferencePaymentDifferencesController,
    ReferencePaymentAccountController,
    ReferenceAuditController,
    ReferenceBinController,
    ReferenceEventTypesController,
    ReferenceEventsController,
    ReferenceEmailController,
    ReferenceAccountPolicyController,
    ReferenceMessageAccountsController,
    ReferenceEinvoiceOverviewController,
    ReferenceEinvoiceRulesController,
    ReferenceEinvoiceSettingsController,
    ReferenceEinvoiceCertificateController,
    ReferenceEinvoiceBuyersController,
    ReferenceEinvoiceSimulatorController,
    ReferenceEinvoiceConsolidationsController,
    ReferenceEinvoiceNotesController,
    ReferenceEinvoiceRequestsController,
    ReferenceEinvoicePrintsController,
    ReferenceEinvoicesController,
    ReferenceEinvoiceTinController,
    ReferenceMessageTemplatesController,
    ReferenceMessagesController,
    ReferenceMessageSettingsController,
    ReferenceMessageUsageController,
    ReferenceExportsController,
    ReferenceImportsController,
    ReferenceWebhooksController,
    ReferenceWebhookDeliveriesController,
    ReferenceFilesController,
    ReferenceUtilsController,
  ],
  providers: [ScopeCatalogue, FailedRows, ListCatalogue, ListExports],
})
export class ReferenceCoreModule {}
