import type { Core } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { AppointmentRepository } from './appointment/appointment.repository.js';
import { AppointmentService } from './appointment/appointment.service.js';
import { ClinicalNotes } from './appointment/clinical-notes.js';
import { BillDocumentService } from './billing/bill-document.service.js';
import { BillRepository } from './billing/bill.repository.js';
import { BillingService } from './billing/billing.service.js';
import { PaymentLedger } from './billing/payment-ledger.js';
import { MedicalHistoryService } from './history/medical-history.service.js';
import { PatientRepository } from './patient/patient.repository.js';
import { PatientService } from './patient/patient.service.js';
import { PrescriptionRepository } from './prescription/prescription.repository.js';
import { PrescriptionService } from './prescription/prescription.service.js';
import { MedicalRecordRepository } from './record/medical-record.repository.js';
import { MedicalRecordService } from './record/medical-record.service.js';
import { ReminderRepository } from './reminder/reminder.repository.js';
import { ReminderService } from './reminder/reminder.service.js';
import { BookingPolicies } from './schedule/booking-policies.js';
import { ScheduleService } from './schedule/schedule.service.js';
import { BillKeeping } from './privacy/bill-keeping.js';
import { ErasureService } from './privacy/erasure.service.js';
import { ExportService } from './privacy/export.service.js';
import { RetentionService } from './privacy/retention.service.js';
import { HealthcareConfigurations } from './settings.js';
import { VaccinationRepository } from './vaccination/vaccination.repository.js';
import { VaccinationService } from './vaccination/vaccination.service.js';

export interface HealthcareSettings {
  /** Over an initialised DataSource: see `Database.over`. */
  database: Database;
  /** The core context over the same database. */
  core: Core;
}

/** Makes the services of this context over a database. */
export class Healthcare {
  readonly configurations: HealthcareConfigurations;
  readonly patients: PatientService;
  readonly exports: ExportService;
  readonly erasures: ErasureService;
  readonly retention: RetentionService;
  readonly appointments: AppointmentService;
  readonly schedules: ScheduleService;
  readonly reminders: ReminderService;
  readonly medicalRecords: MedicalRecordService;
  readonly prescriptions: PrescriptionService;
  readonly vaccinations: VaccinationService;
  readonly histories: MedicalHistoryService;
  readonly billing: BillingService;
  readonly billDocuments: BillDocumentService;

  constructor({ core, database }: HealthcareSettings) {
    this.configurations = new HealthcareConfigurations(core.modules);
    const patients = new PatientRepository(database);
    this.patients = new PatientService(patients);
    const billKeeping = new BillKeeping();
    this.exports = new ExportService(database, this.patients);
    this.erasures = new ErasureService(database, billKeeping);
    this.retention = new RetentionService(this.erasures, billKeeping);
    const [records, prescriptions] = [new MedicalRecordRepository(database), new PrescriptionRepository(database)];
    const appointments = new AppointmentRepository(database);
    const vaccinations = new VaccinationRepository(database);
    this.medicalRecords = new MedicalRecordService(records, patients);
    this.prescriptions = new PrescriptionService(prescriptions, patients);
    this.vaccinations = new VaccinationService(vaccinations, patients);
    this.histories = new MedicalHistoryService({
      patients: this.patients,
      records,
      appointments,
      prescriptions,
      vaccinations,
    });
    const [bills, payments] = [new BillRepository(database), new PaymentLedger(database)];
    this.billing = new BillingService({ bills, payments, patients, appointments });
    this.billDocuments = new BillDocumentService(bills, payments, patients, core.tenants);
    const { configurations } = this;
    this.appointments = new AppointmentService({
      appointments,
      patients,
      policies: new BookingPolicies(appointments, core.tenantRepository),
      configurations,
      notes: new ClinicalNotes(this.prescriptions, this.medicalRecords),
    });
    this.schedules = new ScheduleService(appointments, configurations, core.tenantRepository);
    this.reminders = new ReminderService({
      database,
      tenants: core.tenantRepository,
      modules: core.modules,
      configurations,
      reminders: new ReminderRepository(),
    });
  }
}
