import { Module, type OnModuleInit } from '@nestjs/common';
import {
  Bin,
  FileCollections,
  MessageSubjects,
  NotificationService,
  BuyerSubjects,
  EinvoiceSources,
  PayableSources,
  PersonRegistry,
} from '@usaha/core';
import { BeautyAppointmentService } from './appointment/appointment.service.js';
import { BeautyAppointmentRepository } from './appointment/beauty-appointment.repository.js';
import { BillStock } from './appointment/bill-stock.js';
import { SalonBookingPolicies } from './appointment/booking-policies.js';
import { LineCalendar } from './appointment/line-calendar.js';
import { ClientRepository } from './client/client.repository.js';
import { ClientService } from './client/client.service.js';
import { ClientPointsLedger } from './client/points-ledger.js';
import { fileCollections } from './file-collections.js';
import { MembershipRepository } from './membership/membership.repository.js';
import { ServicePackageRepository } from './package/package.repository.js';
import { clientData } from './privacy/client-data.js';
import { staffData } from './privacy/staff-data.js';
import { MembershipService } from './membership/membership.service.js';
import { ServicePackageService } from './package/package.service.js';
import { BeautyProductRepository } from './product/product.repository.js';
import { BeautyStockLedger } from './product/stock-ledger.js';
import { FreeSlotService } from './schedule/free-slots.service.js';
import { WaitingListService } from './schedule/waiting-list.service.js';
import { StaffScheduleService } from './schedule/staff-schedule.service.js';
import { BeautyAppointmentMessages } from './reminder/beauty-appointment-messages.js';
import { ClientReminders } from './reminder/client-reminders.js';
import { SalonServiceRepository } from './service/salon-service.repository.js';
import { BeautyProductService } from './product/product.service.js';
import { BeautyStockKeeper } from './product/stock-keeper.js';
import { SalonServices } from './service/salon-services.js';
import { BeautyConfigurations } from './settings.js';
import { StaffRepository } from './staff/staff.repository.js';
import { StaffService } from './staff/staff.service.js';
import { AppointmentAccounts } from './payment/appointment-accounts.js';
import { CompletionRates } from './payment/completion-rates.js';
import { AppointmentDocumentService } from './payment/document.service.js';
import { AppointmentPaymentLedger, MembershipPaymentLedger, PackagePaymentLedger } from './payment/payment-ledger.js';
import { EinvoicedVisits } from './payment/einvoiced-visits.js';
import { PayableVisits } from './payment/payable-visits.js';
import { AppointmentPaymentService } from './payment/payment.service.js';
import { ProductsUsed } from './payment/products-used.js';
import { PackageRedemptions } from './sold-package/package-redemptions.js';
import { PackageSessionLedger } from './sold-package/session-ledger.js';
import { SoldPackageRepository } from './sold-package/sold-package.repository.js';
import { SoldPackageService } from './sold-package/sold-package.service.js';

const providers = [
  BeautyConfigurations,
  ClientRepository,
  ClientPointsLedger,
  ClientService,
  StaffRepository,
  StaffService,
  SalonServiceRepository,
  SalonServices,
  BeautyProductRepository,
  BeautyProductService,
  BeautyStockKeeper,
  BeautyStockLedger,
  ServicePackageRepository,
  ServicePackageService,
  MembershipRepository,
  MembershipService,
  AppointmentAccounts,
  CompletionRates,
  AppointmentDocumentService,
  AppointmentPaymentLedger,
  PackagePaymentLedger,
  MembershipPaymentLedger,
  AppointmentPaymentService,
  PayableVisits,
  EinvoicedVisits,
  ProductsUsed,
  PackageRedemptions,
  PackageSessionLedger,
  SoldPackageRepository,
  SoldPackageService,
  BeautyAppointmentRepository,
  LineCalendar,
  SalonBookingPolicies,
  BillStock,
  BeautyAppointmentService,
  StaffScheduleService,
  FreeSlotService,
  WaitingListService,
  ClientReminders,
  BeautyAppointmentMessages,
];

/**
 * Clients, services, staff, appointments, products, packages, memberships and reports of salons and spas.
 * It needs `DatabaseModule` and `CoreModule`, and knows nothing of HTTP.
 */
@Module({ providers, exports: providers })
export class BeautyModule implements OnModuleInit {
  constructor(
    private readonly persons: PersonRegistry,
    private readonly notifications: NotificationService,
    private readonly reminders: ClientReminders,
    private readonly bin: Bin,
    private readonly clients: ClientRepository,
    private readonly staff: StaffRepository,
    private readonly services: SalonServiceRepository,
    private readonly products: BeautyProductRepository,
    private readonly files: FileCollections,
    private readonly messageSubjects: MessageSubjects,
    private readonly appointmentMessages: BeautyAppointmentMessages,
    private readonly payable: PayableSources,
    private readonly payableVisits: PayableVisits,
    private readonly buyerSubjects: BuyerSubjects,
    private readonly einvoices: EinvoiceSources,
    private readonly einvoicedVisits: EinvoicedVisits,
  ) {}

  onModuleInit(): void {
    this.buyerSubjects.register('beauty', (ctx, field, id) =>
      this.clients.assertExists(ctx, field, id, { lock: true }),
    );
    this.einvoices.register('beauty', this.einvoicedVisits);
    this.payable.register(this.payableVisits);
    this.bin.register(this.clients, this.staff, this.services, this.products);
    this.persons.register(clientData);
    this.persons.register(staffData);
    this.notifications.register(this.reminders);
    this.messageSubjects.register(this.appointmentMessages);
    this.files.register(...fileCollections(this.products, this.clients, this.staff));
  }
}
