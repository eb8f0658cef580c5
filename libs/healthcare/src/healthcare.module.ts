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
import { AppointmentRepository } from './appointment/appointment.repository.js';
import { AppointmentService } from './appointment/appointment.service.js';
import { ClinicalNotes } from './appointment/clinical-notes.js';
import { BillDocumentService } from './billing/bill-document.service.js';
import { BillRepository } from './billing/bill.repository.js';
import { BillingService } from './billing/billing.service.js';
import { BillCorrectionService } from './billing/correction.service.js';
import { CreditNoteLedger, PaymentLedger, PaymentVoidLedger, RefundLedger } from './billing/payment-ledger.js';
import { EinvoicedBills } from './billing/einvoiced-bills.js';
import { PayableBills } from './billing/payable-bills.js';
import { fileCollections } from './file-collections.js';
import { MedicalHistoryService } from './history/medical-history.service.js';
import { PatientMergeService } from './patient/patient-merge.service.js';
import { PatientRepository } from './patient/patient.repository.js';
import { PatientService } from './patient/patient.service.js';
import { PrescriptionRepository } from './prescription/prescription.repository.js';
import { PrescriptionService } from './prescription/prescription.service.js';
import { MedicalRecordRepository } from './record/medical-record.repository.js';
import { MedicalRecordService } from './record/medical-record.service.js';
import { BillMessages } from './billing/bill-messages.js';
import { AppointmentMessages } from './reminder/appointment-messages.js';
import { PatientReminders } from './reminder/patient-reminders.js';
import { BookingPolicies } from './schedule/booking-policies.js';
import { ScheduleService } from './schedule/schedule.service.js';
import { patientData } from './privacy/patient-data.js';
import { HealthcareConfigurations } from './settings.js';
import { VaccinationRepository } from './vaccination/vaccination.repository.js';
import { VaccinationService } from './vaccination/vaccination.service.js';

const providers = [
  AppointmentRepository,
  AppointmentService,
  ClinicalNotes,
  BillDocumentService,
  BillRepository,
  BillingService,
  BillCorrectionService,
  CreditNoteLedger,
  PaymentLedger,
  PaymentVoidLedger,
  RefundLedger,
  EinvoicedBills,
  PayableBills,
  MedicalHistoryService,
  PatientMergeService,
  PatientRepository,
  PatientService,
  PrescriptionRepository,
  PrescriptionService,
  MedicalRecordRepository,
  MedicalRecordService,
  PatientReminders,
  AppointmentMessages,
  BillMessages,
  BookingPolicies,
  ScheduleService,
  HealthcareConfigurations,
  VaccinationRepository,
  VaccinationService,
];

/**
 * Patients, appointments, clinical records, bills, privacy and reports.
 * It needs `DatabaseModule` and `CoreModule`, and knows nothing of HTTP.
 */
@Module({ providers, exports: providers })
export class HealthcareModule implements OnModuleInit {
  constructor(
    private readonly persons: PersonRegistry,
    private readonly notifications: NotificationService,
    private readonly reminders: PatientReminders,
    private readonly bin: Bin,
    private readonly patients: PatientRepository,
    private readonly files: FileCollections,
    private readonly records: MedicalRecordRepository,
    private readonly messageSubjects: MessageSubjects,
    private readonly appointmentMessages: AppointmentMessages,
    private readonly billMessages: BillMessages,
    private readonly payable: PayableSources,
    private readonly payableBills: PayableBills,
    private readonly buyerSubjects: BuyerSubjects,
    private readonly einvoices: EinvoiceSources,
    private readonly einvoicedBills: EinvoicedBills,
  ) {}

  onModuleInit(): void {
    this.buyerSubjects.register('healthcare', (ctx, field, id) =>
      this.patients.assertExists(ctx, field, id, { lock: true }),
    );
    this.bin.register(this.patients);
    this.persons.register(patientData);
    this.notifications.register(this.reminders);
    this.messageSubjects.register(this.appointmentMessages);
    this.messageSubjects.register(this.billMessages);
    this.files.register(...fileCollections(this.patients, this.records));
    this.einvoices.register('healthcare', this.einvoicedBills);
    this.payable.register(this.payableBills);
  }
}
