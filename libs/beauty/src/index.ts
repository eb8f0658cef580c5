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
