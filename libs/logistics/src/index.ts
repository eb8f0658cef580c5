export { Assignment } from './assignment/assignment.entity.js';
export { AssignmentLedger } from './assignment/assignment-ledger.js';
export { Driver, driverStatuses, type DriverDetails, type DriverStatus } from './driver/driver.entity.js';
export { DriverRepository, type DriverQuery } from './driver/driver.repository.js';
export { LogisticsModule } from './logistics.module.js';
export { MaintenanceEntry, maintenanceKinds, type MaintenanceKind } from './maintenance/maintenance-entry.entity.js';
export { MaintenanceLedger } from './maintenance/maintenance-ledger.js';
export { logisticsEntities, logisticsMigrations } from './persistence.js';
export { distanceSources, type DistanceSource } from './place/distance-source.js';
export { stateKey } from './place/state-key.js';
export { VehiclePosition } from './position/position.entity.js';
export { LogisticsConfigurations, logisticsConfiguration, type LogisticsConfiguration } from './settings.js';
export type { Party } from './shipment/party.js';
export { Shipment, type TimeWindow } from './shipment/shipment.entity.js';
export { ShipmentRepository, type ShipmentQuery } from './shipment/shipment.repository.js';
export { serviceTypes, shipmentStatuses, type ServiceType, type ShipmentStatus } from './shipment/shipment-statuses.js';
export { ShipmentEvent, type ReportedLocation } from './tracking/shipment-event.entity.js';
export { ShipmentHistory } from './tracking/shipment-history.js';
export {
  Vehicle,
  vehicleStatuses,
  type Dimensions,
  type MaintenanceSchedule,
  type VehicleDetails,
  type VehicleStatus,
} from './vehicle/vehicle.entity.js';
export { VehicleRepository, type VehicleQuery } from './vehicle/vehicle.repository.js';
export { DocumentPolicy, type SendingOut } from './warning/document-policy.js';
export { judgeDocuments, type SentOut } from './warning/judge-documents.js';
export { documentWarnings, warningCodes, type DocumentWarning, type WarningCode } from './warning/warning-codes.js';
