import type { MigrationInterface } from 'typeorm';
import { AppointmentLine } from './appointment/appointment-line.entity.js';
import { BeautyAppointment } from './appointment/beauty-appointment.entity.js';
import { Client } from './client/client.entity.js';
import { PointsMovement } from './client/points-movement.entity.js';
import { Membership } from './membership/membership.entity.js';
import { Beauty1764000000000 } from './migrations/1764000000000-beauty.js';
import { People1764000100000 } from './migrations/1764000100000-people.js';
import { Catalogue1764000200000 } from './migrations/1764000200000-catalogue.js';
import { BeautyAppointments1764000300000 } from './migrations/1764000300000-appointments.js';
import { SoldPackages1764000400000 } from './migrations/1764000400000-sold-packages.js';
import { OpeningLines1764000500000 } from './migrations/1764000500000-opening-lines.js';
import { ClientsByPhone1764400500000 } from './migrations/1764400500000-clients-by-phone.js';
import { BeautyRefusedConsent1764600430000 } from './migrations/1764600430000-refused-consent.js';
import { RefundsAfterCompletion1764940000000 } from './migrations/1764940000000-refunds-after-completion.js';
import { SalonTakings1764940200000 } from './migrations/1764940200000-salon-takings.js';
import { PackageWorth1764940300000 } from './migrations/1764940300000-package-worth.js';
import { VisitInvoices1764980000000 } from './migrations/1764980000000-visit-invoices.js';
import { PackageDiscounts1764980100000 } from './migrations/1764980100000-package-discounts.js';
import { WalkIns1764980200000 } from './migrations/1764980200000-walk-ins.js';
import { BilledProducts1764980300000 } from './migrations/1764980300000-billed-products.js';
import { VisitDocuments1764980471000 } from './migrations/1764980471000-visit-documents.js';
import { PeopleByEmail1764980495100 } from './migrations/1764980495100-people-by-email.js';
import { BeautySorts1764980496400 } from './migrations/1764980496400-sorts.js';
import { BeautyBin1764980507400 } from './migrations/1764980507400-bin.js';
import { BeautyDueReminders1764980523200 } from './migrations/1764980523200-due-reminders.js';
import { BeautyChanges1764980506400 } from './migrations/1764980506400-changes.js';
import { RequestedVisitPayments1764980532500 } from './migrations/1764980532500-requested-payments.js';
import { BeautyProductPictures1764980509100 } from './migrations/1764980509100-product-pictures.js';
import { ClientMessagePreferences1764980534400 } from './migrations/1764980534400-message-preferences.js';
import { CompletedVisits1764980546200 } from './migrations/1764980546200-completed-visits.js';
import { SoldPackageDays1764980547040 } from './migrations/1764980547040-sold-package-days.js';
import { BeautyBinDue1764980544400 } from './migrations/1764980544400-bin-due.js';
import { ServicePackage } from './package/package.entity.js';
import { AppointmentPayment } from './payment/appointment-payment.entity.js';
import { BeautyProduct } from './product/product.entity.js';
import { BeautyStockMovement } from './product/stock-movement.entity.js';
import { SalonService } from './service/salon-service.entity.js';
import { PackageSession } from './sold-package/package-session.entity.js';
import { SoldPackage } from './sold-package/sold-package.entity.js';
import { StaffMember } from './staff/staff-member.entity.js';

/** This context's entities and migrations, for a DataSource; those of core go before them. */
export const beautyEntities: (new () => object)[] = [
  Client,
  PointsMovement,
  StaffMember,
  SalonService,
  BeautyProduct,
  BeautyStockMovement,
  ServicePackage,
  Membership,
  BeautyAppointment,
  AppointmentLine,
  AppointmentPayment,
  SoldPackage,
  PackageSession,
];
export const beautyMigrations: (new () => MigrationInterface)[] = [
  Beauty1764000000000,
  People1764000100000,
  Catalogue1764000200000,
  BeautyAppointments1764000300000,
  SoldPackages1764000400000,
  OpeningLines1764000500000,
  ClientsByPhone1764400500000,
  BeautyRefusedConsent1764600430000,
  RefundsAfterCompletion1764940000000,
  SalonTakings1764940200000,
  PackageWorth1764940300000,
  VisitInvoices1764980000000,
  PackageDiscounts1764980100000,
  WalkIns1764980200000,
  BilledProducts1764980300000,
  VisitDocuments1764980471000,
  PeopleByEmail1764980495100,
  BeautySorts1764980496400,
  BeautyBin1764980507400,
  BeautyDueReminders1764980523200,
  BeautyChanges1764980506400,
  BeautyProductPictures1764980509100,
  RequestedVisitPayments1764980532500,
  ClientMessagePreferences1764980534400,
  BeautyBinDue1764980544400,
  CompletedVisits1764980546200,
  SoldPackageDays1764980547040,
];
