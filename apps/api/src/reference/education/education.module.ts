import { Module } from '@nestjs/common';
import { EducationModule } from '@usaha/education';
import { RenderModule } from '../../render/render.module.js';
import { ReferenceStudentPrivacyController } from './student-privacy.controller.js';
import { ReferenceStudentsController } from './students.controller.js';

/** The education context on the reference surface. */
@Module({
  imports: [EducationModule, RenderModule],
  controllers: [ReferenceStudentsController, ReferenceStudentPrivacyController],
})
export class ReferenceEducationModule {}
