import { Module } from '@nestjs/common';
import { LogisticsModule } from '@usaha/logistics';
import { RenderModule } from '../../../render/render.module.js';
import { ReferenceLogisticsAlertsController } from './alerts.controller.js';
import { ReferenceCodPayoutsController } from './cod-payouts.controller.js';
import { ReferenceCodRemittancesController } from './cod-remittances.controller.js';
import { ReferenceDriverPrivacyController } from './driver-privacy.controller.js';
import { ReferenceDriversController } from './drivers.controller.js';
import { ReferenceLabelsController } from './labels.controller.js';
import { ReferenceProofsController } from './proofs.controller.js';
import { ReferenceFreightCorrectionsController } from './freight-corrections.controller.js';
import { ReferenceFreightPaymentsController } from './freight-payments.controller.js';
import { ReferenceFreightController } from './freight.controller.js';
import { ReferenceLogisticsReportsController } from './reports.controller.js';
import { ReferenceRoutesController } from './routes.controller.js';
import { ReferenceDeliverySchedulesController } from './delivery-schedules.controller.js';
import { ReferenceShipmentsController } from './shipments.controller.js';
import { ReferenceVehicleRecordsController } from './vehicle-records.controller.js';
import { ReferenceVehiclesController } from './vehicles.controller.js';

/** The logistics context on the reference surface. */
@Module({
  imports: [LogisticsModule, RenderModule],
  controllers: [
    ReferenceDriversController,
    ReferenceDriverPrivacyController,
    ReferenceCodRemittancesController,
    ReferenceCodPayoutsController,
    ReferenceLogisticsReportsController,
    ReferenceRoutesController,
    ReferenceDeliverySchedulesController,
    // Before the shipments, of which `labels` would be an id.
    ReferenceLabelsController,
    ReferenceShipmentsController,
    ReferenceProofsController,
    ReferenceFreightController,
    ReferenceFreightCorrectionsController,
    ReferenceFreightPaymentsController,
    ReferenceVehiclesController,
    ReferenceVehicleRecordsController,
    ReferenceLogisticsAlertsController,
  ],
})
export class ReferenceLogisticsModule {}
