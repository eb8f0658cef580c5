import { Module } from '@nestjs/common';
import { ContractAuthController } from './auth.controller.js';
import { ContractModulesController } from './modules.controller.js';
import { ContractPaymentsController } from './payments.controller.js';
import { ContractSubscriptionsController } from './subscriptions.controller.js';
import { ContractTenantsController } from './tenants.controller.js';
import { ContractUsersController } from './users.controller.js';

/** The core context on the contract surface. */
@Module({
  controllers: [
    ContractAuthController,
    ContractTenantsController,
    ContractUsersController,
    ContractSubscriptionsController,
    ContractModulesController,
    ContractPaymentsController,
  ],
})
export class ContractCoreModule {}
