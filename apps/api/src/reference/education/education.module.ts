import { Module } from '@nestjs/common';
import { EducationModule } from '@usaha/education';
import { RenderModule } from '../../render/render.module.js';
import { ReferenceClassesController } from './classes.controller.js';
import { ReferenceEnrollmentController } from './enrollment.controller.js';
import { ReferenceFeeReportsController } from './fee-reports.controller.js';
import { ReferenceFeesController } from './fees.controller.js';
import { ReferenceInvoicesController } from './invoices.controller.js';
import { ReferenceEducationPaymentsController } from './payments.controller.js';
import { ReferenceStatementsController } from './statements.controller.js';
import { ReferenceStudentPrivacyController } from './student-privacy.controller.js';
import { ReferenceStudentsController } from './students.controller.js';
import { ReferenceTeachersController } from './teachers.controller.js';

/** The education context on the reference surface. */
@Module({
  imports: [EducationModule, RenderModule],
  controllers: [
    ReferenceStudentsController,
    ReferenceStudentPrivacyController,
    ReferenceClassesController,
    ReferenceTeachersController,
    ReferenceEnrollmentController,
    ReferenceFeesController,
    ReferenceEducationPaymentsController,
    ReferenceInvoicesController,
    ReferenceStatementsController,
    ReferenceFeeReportsController,
  ],
})
export class ReferenceEducationModule {}
