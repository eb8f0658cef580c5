import { Module } from '@nestjs/common';
import { ReferenceAuditController } from './core/audit.controller.js';
import { ReferenceAuthController } from './core/auth.controller.js';
import { ReferenceTenantsController } from './core/tenants.controller.js';
import { ReferenceUsersController } from './core/users.controller.js';
import { ReferenceUtilsController } from './core/utils.controller.js';

/** The reference surface: `/api/v1`. */
@Module({
  controllers: [
    ReferenceAuthController,
    ReferenceTenantsController,
    ReferenceUsersController,
    ReferenceAuditController,
    ReferenceUtilsController,
  ],
})
export class ReferenceModule {}
