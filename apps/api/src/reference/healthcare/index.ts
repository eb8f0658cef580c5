import type { Type } from '@nestjs/common';
import { ReferenceAppointmentsController } from './appointments.controller.js';
import { ReferenceBillingController } from './billing.controller.js';
import { ReferenceHealthcareReportsController } from './reports.controller.js';
import { ReferenceMedicalHistoryController } from './medical-history.controller.js';
import { ReferenceMedicalRecordsController } from './medical-records.controller.js';
import { ReferencePatientsController } from './patients.controller.js';
import { ReferencePrivacyController } from './privacy.controller.js';
import { ReferencePrescriptionsController } from './prescriptions.controller.js';
import { ReferenceSchedulesController } from './schedules.controller.js';
import { ReferenceVaccinationsController } from './vaccinations.controller.js';

/** The controllers of healthcare on the reference surface. */
export const referenceHealthcareControllers: Type[] = [
  ReferencePatientsController,
  ReferencePrivacyController,
  ReferenceAppointmentsController,
  ReferenceSchedulesController,
  ReferenceMedicalHistoryController,
  ReferenceMedicalRecordsController,
  ReferencePrescriptionsController,
  ReferenceVaccinationsController,
  ReferenceBillingController,
  ReferenceHealthcareReportsController,
];
