import { Module } from '@nestjs/common';
import { ReferenceAuditController } from './core/audit.controller.js';
import { ReferenceAuthController } from './core/auth.controller.js';
import { ReferenceTenantsController } from './core/tenants.controller.js';
import { ReferenceUsersController } from './core/users.controller.js';

/** The reference surface: `/api/v1`. */
@Module({
  controllers: [
    ReferenceAuthController,
    ReferenceTenantsController,
    ReferenceUsersController,
    ReferenceAuditController,
  ],
})
export class ReferenceModule {}
