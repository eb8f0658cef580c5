import { Module } from '@nestjs/common';
import { ReferenceAuditController } from './core/audit.controller.js';
import { ReferenceAuthController } from './core/auth.controller.js';
import { ReferenceModulesController } from './core/modules.controller.js';
import { ReferencePaymentMethodsController } from './core/payment-methods.controller.js';
import { ReferencePaymentsController } from './core/payments.controller.js';
import { ReferenceSubscriptionsController } from './core/subscriptions.controller.js';
import { ReferenceTenantsController } from './core/tenants.controller.js';
import { ReferenceUsersController } from './core/users.controller.js';
import { ReferenceUtilsController } from './core/utils.controller.js';
import { referenceHealthcareControllers } from './healthcare/index.js';
import { ReferenceInventoryController } from './retail/inventory.controller.js';
import { ReferenceProductsController } from './retail/products.controller.js';
import { ReferencePurchaseHistoryController } from './retail/purchase-history.controller.js';
import { ReferenceReceiptsController } from './retail/receipts.controller.js';
import { ReferenceSalesController } from './retail/sales.controller.js';
import { ReferenceCustomersController } from './retail/customers.controller.js';
import { ReferenceLoyaltyController } from './retail/loyalty.controller.js';
import { ReferenceRetailReportsController } from './retail/reports.controller.js';
import { PdfRenderer } from '../render/pdf/pdf-renderer.js';
import { ReportRenderer } from '../render/report/report-renderer.js';

/** The reference surface: `/api/v1`. */
@Module({
  controllers: [
    ReferenceAuthController,
    ReferenceTenantsController,
    ReferenceUsersController,
    ReferenceSubscriptionsController,
    ReferenceModulesController,
    ReferencePaymentMethodsController,
    ReferencePaymentsController,
    ReferenceAuditController,
    ReferenceUtilsController,
    ReferenceProductsController,
    ReferenceInventoryController,
    ReferenceSalesController,
    ReferenceReceiptsController,
    ReferenceCustomersController,
    ReferencePurchaseHistoryController,
    ReferenceLoyaltyController,
    ReferenceRetailReportsController,
    ...referenceHealthcareControllers,
  ],
  providers: [PdfRenderer, ReportRenderer],
})
export class ReferenceModule {}
