export { BeautyModule } from './beauty.module.js';
export { AppointmentLine } from './appointment/appointment-line.entity.js';
export {
  BeautyAppointment,
  beautyAppointmentStatuses,
  type BeautyAppointmentStatus,
  type ReminderPreferences,
  type RenderedService,
} from './appointment/beauty-appointment.entity.js';
export { AppointmentPayment, paymentKinds, type PaymentKind } from './payment/appointment-payment.entity.js';
export { ChargedRecord } from './payment/charged-record.js';
export { beautyEntities, beautyMigrations } from './persistence.js';
export { BeautyConfigurations, beautyConfiguration, type BeautyConfiguration } from './settings.js';
export { Client, MAX_POINTS, type ClientDetails } from './client/client.entity.js';
export { ClientRepository, type ClientQuery } from './client/client.repository.js';
export { ClientPointsLedger } from './client/points-ledger.js';
export { PointsMovement, clientPointsKinds, type ClientPointsKind } from './client/points-movement.entity.js';
export { StaffMember, type Certification, type StaffDetails } from './staff/staff-member.entity.js';
export { StaffRepository, type StaffQuery } from './staff/staff.repository.js';
