import { Module } from '@nestjs/common';
import { ContractAuthController } from './core/auth.controller.js';
import { ContractTenantsController } from './core/tenants.controller.js';
import { ContractUsersController } from './core/users.controller.js';

/** The contract surface: `/v1`. */
@Module({ controllers: [ContractAuthController, ContractTenantsController, ContractUsersController] })
export class ContractModule {}
