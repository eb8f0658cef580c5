export { alertKinds, type AlertKind } from './alert/alert-kinds.js';
export { AlertLetters } from './alert/alert-letters.js';
export { inWords as alertInWords, type FleetAlert } from './alert/alert.js';
export { FleetAlerts, type AlertQuery } from './alert/fleet-alerts.js';
export { Assignment } from './assignment/assignment.entity.js';
export { AssignmentLedger } from './assignment/assignment-ledger.js';
export { AssignmentService, type Assigned, type NewAssignment } from './assignment/assignment.service.js';
export { Driver, driverStatuses, type DriverDetails, type DriverStatus } from './driver/driver.entity.js';
export { payAndPapersFor, seesPayAndPapers } from './driver/pay-and-papers.js';
export { DriverRepository, type DriverQuery } from './driver/driver.repository.js';
export { DriverService, type DriverChanges, type NewDriver } from './driver/driver.service.js';
export { ReceiverNotices } from './letter/receiver-notices.js';
export { LabelService, type Labelled } from './label/label.service.js';
export { FreightInvoice, type NamedParty } from './freight/freight-invoice.entity.js';
export type { Charge, FreightLine } from './freight/charges.js';
export type { DeliveryOrder, PackageTold } from './freight/delivery-order.js';
export { DeliveryOrderService } from './freight/delivery-order.service.js';
export { creditNoteDocument, freightDocument, lineTitle } from './freight/freight-document.js';
export { FreightInvoiceService } from './freight/freight-invoice.service.js';
export {
  FreightCorrectionService,
  type CreditedInvoice,
  type NewFreightCredit,
} from './freight/freight-correction.service.js';
export { FreightCreditNote } from './freight/freight-credit-note.entity.js';
export { FreightPayment } from './freight/freight-payment.entity.js';
export {
  FreightPaymentService,
  type NewFreightPayment,
  type PaidFreightInvoice,
} from './freight/freight-payment.service.js';
export { FreightCreditNotes } from './freight/freight-credit-notes.js';
export type { CreditedLine, LineCredit } from './freight/credit.js';
export { FreightInvoiceRepository } from './freight/freight-invoice.repository.js';
export { LogisticsModule } from './logistics.module.js';
export { MaintenanceEntry, maintenanceKinds, type MaintenanceKind } from './maintenance/maintenance-entry.entity.js';
export { MaintenanceLedger, type ServiceDone } from './maintenance/maintenance-ledger.js';
export { MaintenanceService } from './maintenance/maintenance.service.js';
export { logisticsEntities, logisticsMigrations } from './persistence.js';
export { distanceSources, type DistanceSource } from './place/distance-source.js';
export { locate, distanceOf, type Distance, type Located, type Place } from './place/locate.js';
export { distanceBetween, greatCircle, metresBetween, type Point } from './place/point.js';
export { stateKey } from './place/state-key.js';
export type { SentPlace, SentReport } from './position/place-report.js';
export { seesLastPosition } from './position/sees-last-position.js';
export { VehiclePosition } from './position/position.entity.js';
export { PositionHistory, tenantsWithOldPositions } from './position/position.history.js';
export { PositionService } from './position/position.service.js';
export { PartyRetention, type InTransaction, type PartyReview } from './privacy/party-retention.js';
export { driverData } from './privacy/driver-data.js';
export { PublicTracking, type PublicPlace, type PublicShipment } from './public-tracking/public-tracking.js';
export { TrackingLinks } from './public-tracking/tracking-links.js';
export { LogisticsConfigurations, logisticsConfiguration, type LogisticsConfiguration } from './settings.js';
export { CodPayout, CodRemittance } from './cod/cod-entry.entities.js';
export { CodPayoutRepository, type CodPayoutQuery } from './cod/cod-payout.repository.js';
export { CodPayoutService, type NewPayout, type PaidOut } from './cod/cod-payout.service.js';
export { CodRemittanceRepository } from './cod/cod-remittance.repository.js';
export { CodRemittanceService, type NewRemittance, type Remitted } from './cod/cod-remittance.service.js';
export { CodSender, senderOf, type NamedSender } from './cod/cod-sender.entity.js';
export { collectsCash, isCashOnDelivery } from './shipment/cash-on-delivery.js';
export type { Party } from './shipment/party.js';
export { Shipment, type ShipmentDetails, type TimeWindow } from './shipment/shipment.entity.js';
export { ShipmentRepository, type ShipmentQuery } from './shipment/shipment.repository.js';
export { ShipmentService, type NewShipment, type ShipmentChanges } from './shipment/shipment.service.js';
export { serviceTypes, shipmentStatuses, type ServiceType, type ShipmentStatus } from './shipment/shipment-statuses.js';
export { ShipmentEvent, type ReportedLocation } from './tracking/shipment-event.entity.js';
export { SHIPMENT_CREATED, SHIPMENT_DELIVERED, SHIPMENT_STATUS_CHANGED } from './tracking/shipment-events.js';
export { ShipmentHistory, noteOn, type NewShipmentEvent, type Told } from './tracking/shipment-history.js';
export { plateFormats, verifyPlate, type PlateFormat, type PlateVerification } from './vehicle/plate.js';
export * from './reports/index.js';
export {
  BulkScanService,
  scanResults,
  type BulkScan,
  type ScanResult,
  type Scanned,
} from './tracking/bulk-scan.service.js';
export { takeIn, type Named, type StatusReport } from './tracking/status-report.js';
export { newTrackingNumber } from './tracking/tracking-number.js';
export { TrackingService, type StatusReported, type Tracked } from './tracking/tracking.service.js';
export {
  Vehicle,
  vehicleStatuses,
  type Dimensions,
  type LastPlace,
  type MaintenanceSchedule,
  type VehicleDetails,
  type VehicleStatus,
} from './vehicle/vehicle.entity.js';
export { VehicleRepository, type VehicleQuery } from './vehicle/vehicle.repository.js';
export {
  VehicleService,
  type NewVehicle,
  type VehicleChanged,
  type VehicleChanges,
} from './vehicle/vehicle.service.js';
export { DocumentPolicy, type SendingOut } from './warning/document-policy.js';
export { judgeDocuments, type SentOut } from './warning/judge-documents.js';
export { documentWarnings, warningCodes, type DocumentWarning, type WarningCode } from './warning/warning-codes.js';
export { Optimization, type TourFigures } from './optimization/optimization.entity.js';
export { OptimizationService, type OptimizationWish } from './optimization/optimization.service.js';
export { type PlannedStop, type Proposal, type ReturnLeg } from './optimization/proposal.js';
export { SolverThread } from './optimization/solver-thread.js';
export { tourWarningCodes, type TourWarning } from './optimization/tour-warnings.js';
export { OptimizationHistory } from './optimization/optimization.history.js';
export { methods, type Method } from '@usaha/route-solver';
export { criteria, type Criterion } from './optimization/criteria.js';
export { DeliveryRoute, type RouteDetails, type RoutePoint, type Waypoint } from './route/delivery-route.entity.js';
export { measureOf } from './route/measure.js';
export { RouteService, type NewRoute, type RouteChanges } from './route/route.service.js';
export { RouteRepository, type RouteQuery } from './route/route.repository.js';
export {
  DeliverySchedule,
  scheduleStatuses,
  type ContactPreferences,
  type ScheduleDetails,
  type ScheduleStatus,
} from './schedule/delivery-schedule.entity.js';
export { ScheduleService, type NewSchedule, type ScheduleChanges } from './schedule/schedule.service.js';
export { ScheduleFollowing, type MovedShipment } from './schedule/schedule-following.js';
export { ScheduleRepository, type ScheduleQuery } from './schedule/schedule.repository.js';
export { Proof } from './proof/proof.entity.js';
export { pictureTypes, type PictureType } from '@usaha/picture-reader';
export { ProofPicture, pictureKinds, type PictureKind } from './proof/proof-picture.entity.js';
export { ProofCorrection } from './proof/proof-correction.entity.js';
export { ProofCorrections } from './proof/proof-corrections.js';
export { ProofPictures } from './proof/proof-pictures.js';
export { ProofRepository, type ProofState } from './proof/proof.repository.js';
export { ProofService, type CorrectedCollection, type NewProof, type WholeProof } from './proof/proof.service.js';
export { MAX_PICTURES, MAX_PICTURE_BYTES, MAX_SIGNATURE_BYTES, type SentPictures } from './proof/sent-pictures.js';
