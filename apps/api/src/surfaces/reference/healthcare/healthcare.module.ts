import { Module } from '@nestjs/common';
import { HealthcareModule } from '@usaha/healthcare';
import { RenderModule } from '../../../render/render.module.js';
import { ReferenceAppointmentsController } from './appointments.controller.js';
import { ReferenceBillCorrectionsController } from './bill-corrections.controller.js';
import { ReferenceBillingController } from './billing.controller.js';
import { ReferenceMedicalHistoryController } from './medical-history.controller.js';
import { ReferenceMedicalRecordsController } from './medical-records.controller.js';
import { ReferencePatientsController } from './patients.controller.js';
import { ReferencePrescriptionsController } from './prescriptions.controller.js';
import { ReferencePatientPrivacyController } from './patient-privacy.controller.js';
import { ReferenceHealthcareReportsController } from './reports.controller.js';
import { ReferenceSchedulesController } from './schedules.controller.js';
import { ReferenceHealthcareTakingsController } from './takings.controller.js';
import { ReferenceVaccinationsController } from './vaccinations.controller.js';

/** The healthcare context on the reference surface. */
@Module({
  imports: [HealthcareModule, RenderModule],
  controllers: [
    ReferencePatientsController,
    ReferencePatientPrivacyController,
    ReferenceAppointmentsController,
    ReferenceSchedulesController,
    ReferenceMedicalHistoryController,
    ReferenceMedicalRecordsController,
    ReferencePrescriptionsController,
    ReferenceVaccinationsController,
    ReferenceBillingController,
    ReferenceBillCorrectionsController,
    ReferenceHealthcareReportsController,
    ReferenceHealthcareTakingsController,
  ],
})
export class ReferenceHealthcareModule {}
