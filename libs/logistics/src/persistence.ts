import type { MigrationInterface } from 'typeorm';
import { AlertAnnouncement } from './alert/alert-announcement.entity.js';
import { Assignment } from './assignment/assignment.entity.js';
import { CodPayout, CodRemittance } from './cod/cod-entry.entities.js';
import { CodSender } from './cod/cod-sender.entity.js';
import { Driver } from './driver/driver.entity.js';
import { FreightCreditNote } from './freight/freight-credit-note.entity.js';
import { FreightPayment } from './freight/freight-payment.entity.js';
import { FreightRefunds1764980540100 } from './migrations/1764980540100-freight-refunds.js';
import { FreightInvoiceDays1764980547030 } from './migrations/1764980547030-invoice-days.js';
import { FreightPayments1764980532200 } from './migrations/1764980532200-freight-payments.js';
import { FreightInvoice } from './freight/freight-invoice.entity.js';
import { MaintenanceEntry } from './maintenance/maintenance-entry.entity.js';
import { Logistics1764100000000 } from './migrations/1764100000000-logistics.js';
import { Fleet1764100100000 } from './migrations/1764100100000-fleet.js';
import { Shipments1764100200000 } from './migrations/1764100200000-shipments.js';
import { Routes1764100300000 } from './migrations/1764100300000-routes.js';
import { Proofs1764200000000 } from './migrations/1764200000000-proofs.js';
import { TrackingLinks1764200100000 } from './migrations/1764200100000-tracking-links.js';
import { Freight1764200200000 } from './migrations/1764200200000-freight.js';
import { Letters1764200300000 } from './migrations/1764200300000-letters.js';
import { StateKeys1764200350000 } from './migrations/1764200350000-state-keys.js';
import { ReportedShipments1764200400000 } from './migrations/1764200400000-reported-shipments.js';
import { StatusesOfCarriers1764500200000 } from './migrations/1764500200000-statuses-of-carriers.js';
import { SealedPolicies1764800700000 } from './migrations/1764800700000-sealed-policies.js';
import { CashOnDelivery1764976000000 } from './migrations/1764976000000-cash-on-delivery.js';
import { Corrections1764976100000 } from './migrations/1764976100000-corrections.js';
import { Performance1764976200000 } from './migrations/1764976200000-performance.js';
import { LogisticsSorts1764980496500 } from './migrations/1764980496500-sorts.js';
import { LogisticsBin1764980507500 } from './migrations/1764980507500-bin.js';
import { LogisticsDueWork1764980523400 } from './migrations/1764980523400-due-work.js';
import { LogisticsChanges1764980506500 } from './migrations/1764980506500-changes.js';
import { ProofFiles1764980520000 } from './migrations/1764980520000-proof-files.js';
import { LogisticsBinDue1764980544500 } from './migrations/1764980544500-bin-due.js';
import { Optimization } from './optimization/optimization.entity.js';
import { VehiclePosition } from './position/position.entity.js';
import { ProofCorrection } from './proof/proof-correction.entity.js';
import { ProofPicture } from './proof/proof-picture.entity.js';
import { Proof } from './proof/proof.entity.js';
import { DeliveryRoute } from './route/delivery-route.entity.js';
import { DeliverySchedule } from './schedule/delivery-schedule.entity.js';
import { Shipment } from './shipment/shipment.entity.js';
import { ShipmentEvent } from './tracking/shipment-event.entity.js';
import { Vehicle } from './vehicle/vehicle.entity.js';

/** This context's entities and migrations, for a DataSource; those of core go before them. */
export const logisticsEntities: (new () => object)[] = [
  Driver,
  Vehicle,
  Assignment,
  VehiclePosition,
  MaintenanceEntry,
  Shipment,
  ShipmentEvent,
  DeliveryRoute,
  DeliverySchedule,
  Optimization,
  AlertAnnouncement,
  Proof,
  ProofPicture,
  FreightInvoice,
  CodSender,
  CodRemittance,
  CodPayout,
  ProofCorrection,
  FreightCreditNote,
  FreightPayment,
];
export const logisticsMigrations: (new () => MigrationInterface)[] = [
  Logistics1764100000000,
  Fleet1764100100000,
  Shipments1764100200000,
  Routes1764100300000,
  Proofs1764200000000,
  TrackingLinks1764200100000,
  Freight1764200200000,
  Letters1764200300000,
  StateKeys1764200350000,
  ReportedShipments1764200400000,
  StatusesOfCarriers1764500200000,
  SealedPolicies1764800700000,
  CashOnDelivery1764976000000,
  Corrections1764976100000,
  Performance1764976200000,
  LogisticsSorts1764980496500,
  LogisticsBin1764980507500,
  LogisticsDueWork1764980523400,
  LogisticsChanges1764980506500,
  ProofFiles1764980520000,
  FreightPayments1764980532200,
  LogisticsBinDue1764980544500,
  FreightRefunds1764980540100,
  FreightInvoiceDays1764980547030,
];
