import { Module } from '@nestjs/common';
import { BeautyModule } from '@usaha/beauty';
import { RenderModule } from '../../../render/render.module.js';
import { ReferenceAppointmentPaymentsController } from './appointment-payments.controller.js';
import { ReferenceBeautyAppointmentsController } from './appointments.controller.js';
import { ReferenceClientsController } from './clients.controller.js';
import { ReferenceSoldPackagesController } from './sold-packages.controller.js';
import { ReferenceStaffController } from './staff.controller.js';
import { ReferenceClientPrivacyController } from './client-privacy.controller.js';
import { ReferenceStaffPrivacyController } from './staff-privacy.controller.js';
import { ReferenceBeautyInventoryReportController } from './inventory-report.controller.js';
import { ReferenceMembershipFeesController } from './membership-fees.controller.js';
import { ReferenceMembershipsController } from './memberships.controller.js';
import { ReferencePackagesController } from './packages.controller.js';
import { ReferenceBeautyProductsController } from './products.controller.js';
import { ReferenceBeautySchedulesController } from './schedules.controller.js';
import { ReferenceBeautyReportsController } from './reports.controller.js';
import { ReferenceBeautyPaymentReceiptsController } from './payment-receipts.controller.js';
import { ReferenceBeautyTakingsController } from './takings.controller.js';
import { ReferenceSalonServicesController } from './services.controller.js';

/** The beauty context on the reference surface. */
@Module({
  imports: [BeautyModule, RenderModule],
  controllers: [
    ReferenceClientsController,
    ReferenceStaffController,
    ReferenceClientPrivacyController,
    ReferenceStaffPrivacyController,
    ReferenceSalonServicesController,
    ReferenceBeautyProductsController,
    ReferencePackagesController,
    ReferenceMembershipsController,
    ReferenceMembershipFeesController,
    ReferenceBeautyAppointmentsController,
    ReferenceBeautySchedulesController,
    ReferenceBeautyInventoryReportController,
    ReferenceBeautyReportsController,
    ReferenceAppointmentPaymentsController,
    ReferenceSoldPackagesController,
    ReferenceBeautyTakingsController,
    ReferenceBeautyPaymentReceiptsController,
  ],
})
export class ReferenceBeautyModule {}
