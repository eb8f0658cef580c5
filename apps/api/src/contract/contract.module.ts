import { Module } from '@nestjs/common';
import { ContractAuthController } from './core/auth.controller.js';
import { ContractModulesController } from './core/modules.controller.js';
import { ContractPaymentsController } from './core/payments.controller.js';
import { ContractSubscriptionsController } from './core/subscriptions.controller.js';
import { ContractTenantsController } from './core/tenants.controller.js';
import { ContractUsersController } from './core/users.controller.js';
import { contractHealthcareControllers } from './healthcare/index.js';
import { ContractProductsController } from './retail/products.controller.js';
import { ContractSalesController } from './retail/sales.controller.js';

/** The contract surface: `/v1`. */
@Module({
  controllers: [
    ContractAuthController,
    ContractTenantsController,
    ContractUsersController,
    ContractSubscriptionsController,
    ContractModulesController,
    ContractPaymentsController,
    ContractProductsController,
    ContractSalesController,
    ...contractHealthcareControllers,
  ],
})
export class ContractModule {}
