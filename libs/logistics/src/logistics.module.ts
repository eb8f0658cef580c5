import { Module, type OnModuleInit } from '@nestjs/common';
import {
  Bin,
  DriverLinks,
  FileCollections,
  MessageSubjects,
  NotificationService,
  EinvoiceSources,
  PayableSources,
  PersonRegistry,
} from '@usaha/core';
import { AlertAnnouncements } from './alert/alert-announcements.js';
import { AlertLetters } from './alert/alert-letters.js';
import { FleetAlerts } from './alert/fleet-alerts.js';
import { AssignmentLedger } from './assignment/assignment-ledger.js';
import { AssignmentService } from './assignment/assignment.service.js';
import { CodPayoutRepository } from './cod/cod-payout.repository.js';
import { CodPayoutService } from './cod/cod-payout.service.js';
import { CodRemittanceRepository } from './cod/cod-remittance.repository.js';
import { CodRemittanceService } from './cod/cod-remittance.service.js';
import { CodSenderRepository } from './cod/cod-sender.repository.js';
import { DriverHolding } from './driver/driver-holding.js';
import { DriverRepository } from './driver/driver.repository.js';
import { DriverService } from './driver/driver.service.js';
import { LabelService } from './label/label.service.js';
import { DeliveryOrderService } from './freight/delivery-order.service.js';
import { FreightCorrectionService } from './freight/freight-correction.service.js';
import { FreightCreditNotes } from './freight/freight-credit-notes.js';
import { fileCollections } from './file-collections.js';
import { FreightInvoiceRepository } from './freight/freight-invoice.repository.js';
import { EinvoicedFreight } from './freight/einvoiced-freight.js';
import { FreightMessages } from './freight/freight-messages.js';
import { FreightInvoiceService } from './freight/freight-invoice.service.js';
import { FreightPaymentService } from './freight/freight-payment.service.js';
import { FreightPayments } from './freight/freight-payments.js';
import { MaintenanceLedger } from './maintenance/maintenance-ledger.js';
import { MaintenanceService } from './maintenance/maintenance.service.js';
import { OptimizationHistory } from './optimization/optimization.history.js';
import { OptimizationService } from './optimization/optimization.service.js';
import { SolverThread } from './optimization/solver-thread.js';
import { PositionHistory } from './position/position.history.js';
import { PositionService } from './position/position.service.js';
import { driverData } from './privacy/driver-data.js';
import { PublicTracking } from './public-tracking/public-tracking.js';
import { PartyRetention } from './privacy/party-retention.js';
import { ProofCorrections } from './proof/proof-corrections.js';
import { ProofPictures } from './proof/proof-pictures.js';
import { ProofRepository } from './proof/proof.repository.js';
import { ProofService } from './proof/proof.service.js';
import { TrackingLinks } from './public-tracking/tracking-links.js';
import { RouteRepository } from './route/route.repository.js';
import { RouteService } from './route/route.service.js';
import { ScheduleFollowing } from './schedule/schedule-following.js';
import { SchedulePolicy } from './schedule/schedule-policy.js';
import { ScheduleRepository } from './schedule/schedule.repository.js';
import { ScheduleService } from './schedule/schedule.service.js';
import { ReceiverNotices } from './letter/receiver-notices.js';
import { ShipmentMessages } from './letter/shipment-messages.js';
import { LogisticsConfigurations } from './settings.js';
import { ShipmentRepository } from './shipment/shipment.repository.js';
import { ShipmentService } from './shipment/shipment.service.js';
import { BulkScanService } from './tracking/bulk-scan.service.js';
import { ShipmentHistory } from './tracking/shipment-history.js';
import { TrackingService } from './tracking/tracking.service.js';
import { VehicleRepository } from './vehicle/vehicle.repository.js';
import { VehicleService } from './vehicle/vehicle.service.js';
import { DocumentPolicy } from './warning/document-policy.js';

const providers = [
  AlertAnnouncements,
  AlertLetters,
  AssignmentLedger,
  AssignmentService,
  BulkScanService,
  CodPayoutRepository,
  CodPayoutService,
  CodRemittanceRepository,
  CodRemittanceService,
  CodSenderRepository,
  DeliveryOrderService,
  DocumentPolicy,
  DriverHolding,
  DriverRepository,
  DriverService,
  FleetAlerts,
  LabelService,
  FreightCorrectionService,
  FreightCreditNotes,
  FreightInvoiceRepository,
  EinvoicedFreight,
  FreightMessages,
  FreightInvoiceService,
  FreightPayments,
  FreightPaymentService,
  LogisticsConfigurations,
  MaintenanceLedger,
  MaintenanceService,
  OptimizationHistory,
  OptimizationService,
  PartyRetention,
  PositionHistory,
  PositionService,
  ReceiverNotices,
  PublicTracking,
  ProofCorrections,
  ProofPictures,
  ProofRepository,
  ProofService,
  RouteRepository,
  RouteService,
  ScheduleFollowing,
  SchedulePolicy,
  ScheduleRepository,
  ScheduleService,
  ShipmentHistory,
  ShipmentMessages,
  ShipmentRepository,
  ShipmentService,
  SolverThread,
  TrackingLinks,
  TrackingService,
  VehicleRepository,
  VehicleService,
];

/**
 * Shipments, vehicles, drivers, routes, delivery schedules and reports of couriers and hauliers.
 * It needs `DatabaseModule` and `CoreModule`, and knows nothing of HTTP.
 */
@Module({ providers, exports: providers })
export class LogisticsModule implements OnModuleInit {
  constructor(
    private readonly persons: PersonRegistry,
    private readonly notifications: NotificationService,
    private readonly alertLetters: AlertLetters,
    private readonly receiverNotices: ReceiverNotices,
    private readonly links: DriverLinks,
    private readonly drivers: DriverRepository,
    private readonly driverService: DriverService,
    private readonly bin: Bin,
    private readonly vehicles: VehicleRepository,
    private readonly files: FileCollections,
    private readonly shipments: ShipmentRepository,
    private readonly proofs: ProofRepository,
    private readonly payable: PayableSources,
    private readonly freightPayments: FreightPaymentService,
    private readonly messageSubjects: MessageSubjects,
    private readonly shipmentMessages: ShipmentMessages,
    private readonly freightMessages: FreightMessages,
    private readonly einvoices: EinvoiceSources,
    private readonly einvoicedFreight: EinvoicedFreight,
  ) {}

  onModuleInit(): void {
    this.bin.register(this.drivers, this.vehicles);
    for (const source of [this.alertLetters, this.receiverNotices]) this.notifications.register(source);
    this.persons.register(driverData, {
      persons: this.drivers,
      beforeErasure: (ctx, id) => this.driverService.beforeErasure(ctx, id),
    });
    this.links.register((ctx, field, driver_id) => this.drivers.assertExists(ctx, field, driver_id, { lock: true }));
    this.files.register(...fileCollections(this.drivers, this.vehicles, this.shipments, this.proofs));
    this.einvoices.register('logistics', this.einvoicedFreight);
    this.payable.register(this.freightPayments);
    this.messageSubjects.register(this.shipmentMessages);
    this.messageSubjects.register(this.freightMessages);
  }
}
