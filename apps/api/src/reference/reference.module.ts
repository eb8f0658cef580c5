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
  ],
})
export class ReferenceModule {}
