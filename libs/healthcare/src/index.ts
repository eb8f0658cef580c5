export { HealthcareModule } from './healthcare.module.js';
export { healthcareEntities, healthcareMigrations } from './persistence.js';
export { Patient } from './patient/patient.entity.js';
export { differenceText } from './patient/merging.js';
export { PatientMergeService, type MergedPatient } from './patient/patient-merge.service.js';
export { patientWarningText, type PatientWarning, type SavedPatient } from './patient/patient-warnings.js';
export { PatientRepository, type PatientQuery } from './patient/patient.repository.js';
export { seesHealthData } from './patient/sees-health-data.js';
export { PatientService, type NewPatient, type PatientChanges } from './patient/patient.service.js';
export { patientData } from './privacy/patient-data.js';
export { HealthcareConfigurations, healthcareConfiguration, type HealthcareConfiguration } from './settings.js';
export { MedicalHistoryService, type MedicalHistory } from './history/medical-history.service.js';
export { drugClasses } from './prescription/drug-classes.js';
export { allergyWarnings, warningText, type AllergyWarning } from './prescription/allergy-warnings.js';
export {
  Prescription,
  prescriptionStatuses,
  type PrescriptionDetails,
  type PrescriptionStatus,
} from './prescription/prescription.entity.js';
export { PrescriptionRepository, type PrescriptionQuery } from './prescription/prescription.repository.js';
export {
  PrescriptionService,
  type NewPrescription,
  type PrescriptionChanges,
} from './prescription/prescription.service.js';
export { MedicalRecord, type MedicalRecordDetails, type Vitals } from './record/medical-record.entity.js';
export { MedicalRecordRepository, type MedicalRecordQuery } from './record/medical-record.repository.js';
export {
  MedicalRecordService,
  type MedicalRecordChanges,
  type NewMedicalRecord,
} from './record/medical-record.service.js';
export { Vaccination, type VaccinationDetails } from './vaccination/vaccination.entity.js';
export { VaccinationRepository, type VaccinationQuery } from './vaccination/vaccination.repository.js';
export { VaccinationService, type NewVaccination } from './vaccination/vaccination.service.js';
export {
  vaccinationWarningText,
  type SavedVaccination,
  type VaccinationWarning,
} from './vaccination/vaccination-warnings.js';
export { billWarningText, type BillWarning, type SavedBill } from './billing/bill-warnings.js';
export {
  Appointment,
  DEFAULT_MINUTES,
  type AppointmentDetails,
  type PrescribedMedicine,
} from './appointment/appointment.entity.js';
export { appointmentStatuses, type AppointmentStatus } from './appointment/appointment-lifecycle.js';
export { AppointmentRepository, type AppointmentQuery } from './appointment/appointment.repository.js';
export {
  AppointmentService,
  type AppointmentChanges,
  type Cancellation,
  type Completion,
  type NewAppointment,
} from './appointment/appointment.service.js';
export { ScheduleService, type DoctorSchedule } from './schedule/schedule.service.js';
export {
  Bill,
  billStatuses,
  sentBillStatuses,
  type BillDetails,
  type BillLine,
  type BillStatus,
  type SentBillStatus,
} from './billing/bill.entity.js';
export { billedItem, type BillItem, type BilledItem } from './billing/bill-arithmetic.js';
export { clinicTakings } from './billing/clinic-takings.js';
export { BillCreditNote, BillPaymentVoid, BillRefund } from './billing/bill-correction.entities.js';
export {
  BillCorrectionService,
  type CreditedBill,
  type NewCreditNote,
  type NewRefund,
  type RefundedBill,
} from './billing/correction.service.js';
export { BillPayment, receivedOf } from './billing/bill-payment.entity.js';
export { CreditNoteLedger, PaymentLedger, PaymentVoidLedger, RefundLedger } from './billing/payment-ledger.js';
export { BillDocumentService } from './billing/bill-document.service.js';
export { BillRepository, type BillQuery } from './billing/bill.repository.js';
export {
  BillingService,
  type NewBill,
  type NewBillItem,
  type NewBillPayment,
  type PaidBill,
} from './billing/billing.service.js';
export { PatientReminders } from './reminder/patient-reminders.js';
export * from './reports/index.js';
