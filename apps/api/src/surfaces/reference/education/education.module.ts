import { Module } from '@nestjs/common';
import { EducationModule } from '@usaha/education';
import { RenderModule } from '../../../render/render.module.js';
import { ReferenceAttendanceController } from './attendance.controller.js';
import { ReferenceClassRecordsController } from './class-records.controller.js';
import { ReferenceGradesController } from './grades.controller.js';
import { ReferenceReportCardsController } from './report-cards.controller.js';
import { ReferenceEducationReportsController } from './reports.controller.js';
import { ReferenceStudentResultsController } from './student-results.controller.js';
import { ReferenceClassesController } from './classes.controller.js';
import { ReferenceEnrollmentController } from './enrollment.controller.js';
import { ReferenceFeeReportsController } from './fee-reports.controller.js';
import { ReferenceFeeDocumentsController } from './fee-documents.controller.js';
import { ReferenceFeesController } from './fees.controller.js';
import { ReferenceHouseholdsController } from './households.controller.js';
import { ReferenceInvoicesController } from './invoices.controller.js';
import { ReferenceEducationPaymentsController } from './payments.controller.js';
import { ReferenceStatementsController } from './statements.controller.js';
import { ReferenceStudentPrivacyController } from './student-privacy.controller.js';
import { ReferenceStudentsController } from './students.controller.js';
import { ReferenceEducationTakingsController } from './takings.controller.js';
import { ReferenceTeachersController } from './teachers.controller.js';

/** The education context on the reference surface. */
@Module({
  imports: [EducationModule, RenderModule],
  controllers: [
    ReferenceStudentsController,
    ReferenceStudentPrivacyController,
    ReferenceStudentResultsController,
    ReferenceReportCardsController,
    ReferenceClassRecordsController,
    ReferenceAttendanceController,
    ReferenceGradesController,
    ReferenceEducationReportsController,
    ReferenceClassesController,
    ReferenceTeachersController,
    ReferenceEnrollmentController,
    ReferenceFeesController,
    ReferenceFeeDocumentsController,
    ReferenceEducationPaymentsController,
    ReferenceInvoicesController,
    ReferenceHouseholdsController,
    ReferenceStatementsController,
    ReferenceEducationTakingsController,
    ReferenceFeeReportsController,
  ],
})
export class ReferenceEducationModule {}
