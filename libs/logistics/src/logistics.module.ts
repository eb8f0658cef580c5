import { Module } from '@nestjs/common';
import { AssignmentLedger } from './assignment/assignment-ledger.js';
import { DriverRepository } from './driver/driver.repository.js';
import { MaintenanceLedger } from './maintenance/maintenance-ledger.js';
import { ShipmentRepository } from './shipment/shipment.repository.js';
import { LogisticsConfigurations } from './settings.js';
import { ShipmentHistory } from './tracking/shipment-history.js';
import { DocumentPolicy } from './warning/document-policy.js';
import { VehicleRepository } from './vehicle/vehicle.repository.js';

const providers = [
  AssignmentLedger,
  DocumentPolicy,
  DriverRepository,
  LogisticsConfigurations,
  MaintenanceLedger,
  ShipmentHistory,
  ShipmentRepository,
  VehicleRepository,
];

/**
 * Shipments, vehicles, drivers, routes, delivery schedules and reports of couriers and hauliers.
 * It needs `DatabaseModule` and `CoreModule`, and knows nothing of HTTP.
 */
@Module({ providers, exports: providers })
export class LogisticsModule {}
