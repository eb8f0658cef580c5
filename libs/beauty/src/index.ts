export { BeautyModule } from './beauty.module.js';
export { AppointmentLine } from './appointment/appointment-line.entity.js';
export {
  appointmentLifecycle as beautyAppointmentLifecycle,
  beautyAppointmentStatuses,
  occupies as occupiesStaff,
  type BeautyAppointmentStatus,
} from './appointment/appointment-lifecycle.js';
export {
  BeautyAppointmentService,
  type BeautyAppointmentChanges,
  type BeautyCancellation,
  type NewBeautyAppointment,
  type TreatmentCompletion,
} from './appointment/appointment.service.js';
export {
  BeautyAppointment,
  type BeautyAppointmentDetails,
  type ReminderPreferences,
  type RenderedService,
  type TreatmentOutcome,
} from './appointment/beauty-appointment.entity.js';
export {
  BeautyAppointmentRepository,
  type BeautyAppointmentQuery,
} from './appointment/beauty-appointment.repository.js';
export { SalonBookingPolicies } from './appointment/booking-policies.js';
export { BillStock } from './appointment/bill-stock.js';
export { type BilledLine, type BilledProduct, type GivenProduct } from './appointment/billed-products.js';
export { linesOf, type GivenLine, type LineSources } from './appointment/booked-lines.js';
export { contraindicationText, type Contraindication } from './appointment/contraindications.js';
export { LineCalendar } from './appointment/line-calendar.js';
export { FreeSlotService, type FreeSlot, type SlotQuery } from './schedule/free-slots.service.js';
export { WaitingListService, type WaitingVisit } from './schedule/waiting-list.service.js';
export {
  StaffScheduleService,
  type BookedLine,
  type StaffSchedule,
  type StaffScheduleDay,
} from './schedule/staff-schedule.service.js';
export {
  AppointmentPayment,
  creditNotes as creditNotesOfSalon,
  paymentKinds,
  paymentPurposes,
  type PaymentKind,
  type PaymentPurpose,
} from './payment/appointment-payment.entity.js';
export { ChargedRecord, type Movement as PaymentMovement } from './payment/charged-record.js';
export { beautyEntities, beautyMigrations } from './persistence.js';
export { BeautyConfigurations, beautyConfiguration, type BeautyConfiguration } from './settings.js';
export { Client, MAX_POINTS, type ClientDetails } from './client/client.entity.js';
export { ClientRepository, type ClientQuery } from './client/client.repository.js';
export { ClientService, type ClientChanges, type NewClient } from './client/client.service.js';
export { ClientPointsLedger } from './client/points-ledger.js';
export { PointsMovement, clientPointsKinds, type ClientPointsKind } from './client/points-movement.entity.js';
export { clientData } from './privacy/client-data.js';
export { staffData } from './privacy/staff-data.js';
export { payAndPapersFor, seesPay, type PayAndPapers } from './staff/pay-and-papers.js';
export { StaffMember, type Certification, type StaffDetails, type StaffPay } from './staff/staff-member.entity.js';
export { StaffRepository, type StaffQuery } from './staff/staff.repository.js';
export { StaffService, type NewStaffMember, type StaffChanges } from './staff/staff.service.js';
export {
  Membership,
  benefitTypes,
  type BenefitType,
  type MembershipBenefit,
  type MembershipDetails,
} from './membership/membership.entity.js';
export {
  MembershipService,
  type MembershipChanges,
  type NewFee,
  type NewMembership,
} from './membership/membership.service.js';
export { MembershipRepository, type MembershipQuery } from './membership/membership.repository.js';
export {
  ServicePackage,
  type PackagedService,
  type ServicePackageDetails,
  type ServicePackagePricing,
} from './package/package.entity.js';
export {
  ServicePackageService,
  type NewServicePackage,
  type ServicePackageChanges,
} from './package/package.service.js';
export { ServicePackageRepository, type ServicePackageQuery } from './package/package.repository.js';
export { BeautyProduct, type BeautyProductDetails, type BeautyProductPricing } from './product/product.entity.js';
export { BeautyProductRepository, type BeautyProductQuery } from './product/product.repository.js';
export { BeautyProductService, type BeautyProductChanges, type NewBeautyProduct } from './product/product.service.js';
export { BeautyStockKeeper } from './product/stock-keeper.js';
export { BeautyStockLedger } from './product/stock-ledger.js';
export { BeautyStockMovement, beautyMovementKinds, type BeautyMovementKind } from './product/stock-movement.entity.js';
export {
  SalonService,
  type ProductUsed,
  type SalonServiceDetails,
  type SalonServicePricing,
} from './service/salon-service.entity.js';
export { SalonServices, type NewSalonService, type SalonServiceChanges } from './service/salon-services.js';
export { SalonServiceRepository, type SalonServiceQuery } from './service/salon-service.repository.js';
export * from './reports/index.js';
export { ClientReminders } from './reminder/client-reminders.js';
export { AppointmentAccounts, type AccountBefore, type Charge } from './payment/appointment-accounts.js';
export { AppointmentDocumentService } from './payment/document.service.js';
export { commissionOf, coveredBy, dueOf, sharesOf, taxWithin } from './payment/line-arithmetic.js';
export { benefitOf, takenOff } from './payment/membership-benefits.js';
export { salonTakings } from './payment/salon-takings.js';
export { AppointmentPaymentLedger, MembershipPaymentLedger, PackagePaymentLedger } from './payment/payment-ledger.js';
export {
  AppointmentPaymentService,
  type NewAppointmentPayment,
  type NewAppointmentRefund,
} from './payment/payment.service.js';
export { PackageSession, sessionKinds, type SessionKind } from './sold-package/package-session.entity.js';
export { SoldPackage, type SessionMovement, type SoldSessions } from './sold-package/sold-package.entity.js';
export { SoldPackageRepository } from './sold-package/sold-package.repository.js';
export {
  SoldPackageService,
  type NewPackageRefund,
  type NewSoldPackage,
  type Redemption,
  type RefundedPackage,
} from './sold-package/sold-package.service.js';
