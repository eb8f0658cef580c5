import type { MigrationInterface } from 'typeorm';
import { Appointment } from './appointment/appointment.entity.js';
import { BillCreditNote, BillPaymentVoid, BillRefund } from './billing/bill-correction.entities.js';
import { BillPayment } from './billing/bill-payment.entity.js';
import { Bill } from './billing/bill.entity.js';
import { Healthcare1763700800000 } from './migrations/1763700800000-healthcare.js';
import { AppointmentClaims1763803100000 } from './migrations/1763803100000-appointment-claims.js';
import { PatientsByPhone1764300430000 } from './migrations/1764300430000-patients-by-phone.js';
import { DoctorCalendars1763804100000 } from './migrations/1763804100000-doctor-calendars.js';
import { AuditWithoutHealth1764300300200 } from './migrations/1764300300200-audit-without-health.js';
import { HealthcareRefusedConsent1764600400000 } from './migrations/1764600400000-refused-consent.js';
import { SealedBillsAndVaccines1764800600000 } from './migrations/1764800600000-sealed-bills-and-vaccines.js';
import { BillCorrections1764960000000 } from './migrations/1764960000000-bill-corrections.js';
import { ClinicTakings1764960200000 } from './migrations/1764960200000-clinic-takings.js';
import { PassportsAndMerges1764960100000 } from './migrations/1764960100000-passports-and-merges.js';
import { HealthcareSorts1764980496200 } from './migrations/1764980496200-sorts.js';
import { HealthcareBin1764980507200 } from './migrations/1764980507200-bin.js';
import { DueReminders1764980523100 } from './migrations/1764980523100-due-reminders.js';
import { HealthcareChanges1764980506200 } from './migrations/1764980506200-changes.js';
import { RequestedBillPayments1764980532100 } from './migrations/1764980532100-requested-payments.js';
import { PatientMessagePreferences1764980534100 } from './migrations/1764980534100-message-preferences.js';
import { HealthcareBinDue1764980544200 } from './migrations/1764980544200-bin-due.js';
import { HealthcareNoteDays1764980547010 } from './migrations/1764980547010-note-days.js';
import { Patient } from './patient/patient.entity.js';
import { Prescription } from './prescription/prescription.entity.js';
import { MedicalRecord } from './record/medical-record.entity.js';
import { Vaccination } from './vaccination/vaccination.entity.js';

/** This context's entities and migrations, for a DataSource; those of core go before them. */
export const healthcareEntities: (new () => object)[] = [
  Patient,
  Appointment,
  MedicalRecord,
  Prescription,
  Vaccination,
  Bill,
  BillPayment,
  BillPaymentVoid,
  BillCreditNote,
  BillRefund,
];
export const healthcareMigrations: (new () => MigrationInterface)[] = [
  Healthcare1763700800000,
  AppointmentClaims1763803100000,
  DoctorCalendars1763804100000,
  PatientsByPhone1764300430000,
  AuditWithoutHealth1764300300200,
  HealthcareRefusedConsent1764600400000,
  SealedBillsAndVaccines1764800600000,
  BillCorrections1764960000000,
  PassportsAndMerges1764960100000,
  ClinicTakings1764960200000,
  HealthcareSorts1764980496200,
  HealthcareBin1764980507200,
  DueReminders1764980523100,
  HealthcareChanges1764980506200,
  RequestedBillPayments1764980532100,
  PatientMessagePreferences1764980534100,
  HealthcareBinDue1764980544200,
  HealthcareNoteDays1764980547010,
];
