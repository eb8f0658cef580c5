import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { Core } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { AppointmentService } from './appointment/appointment.service.js';
import { BillDocumentService } from './billing/bill-document.service.js';
import { BillingService } from './billing/billing.service.js';
import { Healthcare } from './healthcare.js';
import { MedicalHistoryService } from './history/medical-history.service.js';
import { PatientService } from './patient/patient.service.js';
import { PrescriptionService } from './prescription/prescription.service.js';
import { MedicalRecordService } from './record/medical-record.service.js';
import { ScheduleService } from './schedule/schedule.service.js';
import { ErasureService } from './privacy/erasure.service.js';
import { ExportService } from './privacy/export.service.js';
import { HealthcareConfigurations } from './settings.js';
import { VaccinationService } from './vaccination/vaccination.service.js';

/** A service of the context, as Nest gives it to controllers. */
const service = (
  token: abstract new (...args: never[]) => unknown,
  of: (healthcare: Healthcare) => unknown,
): Provider => ({
  provide: token,
  useFactory: of,
  inject: [Healthcare],
});

/** The healthcare context as a Nest module; it takes the core from the application. It knows nothing of HTTP. */
@Module({})
export class HealthcareModule {
  static forRoot({ database }: { database: Database }): DynamicModule {
    const providers: Provider[] = [
      { provide: Healthcare, useFactory: (core: Core) => new Healthcare({ database, core }), inject: [Core] },
      service(HealthcareConfigurations, ({ configurations }) => configurations),
      service(PatientService, ({ patients }) => patients),
      service(ExportService, ({ exports }) => exports),
      service(ErasureService, ({ erasures }) => erasures),
      service(AppointmentService, ({ appointments }) => appointments),
      service(ScheduleService, ({ schedules }) => schedules),
      service(MedicalRecordService, ({ medicalRecords }) => medicalRecords),
      service(PrescriptionService, ({ prescriptions }) => prescriptions),
      service(VaccinationService, ({ vaccinations }) => vaccinations),
      service(MedicalHistoryService, ({ histories }) => histories),
      service(BillingService, ({ billing }) => billing),
      service(BillDocumentService, ({ billDocuments }) => billDocuments),
    ];
    return { module: HealthcareModule, global: true, providers, exports: providers };
  }
}
