import { Controller, Param } from '@nestjs/common';
import { PersonExport } from '@usaha/core';
import { StudentService, studentData } from '@usaha/education';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { ApiTags } from '../../wire/for-documents.js';
import { Needs, OfModule } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Acts, Addition, Reads } from '../../wire/route.js';
import {
  StudentErasureView,
  StudentExportView,
  studentErasureView,
  studentExportView,
} from './student-privacy.wire.js';

@ApiTags('students')
@OfModule('education')
@Records({ student_id: StudentService })
@Controller('api/v1/education/students')
export class ReferenceStudentPrivacyController {
  constructor(
    private readonly exports: PersonExport,
    private readonly students: StudentService,
  ) {}

  @Reads(':student_id/export', StudentExportView, {
    summary: "Export a student's data",
    description:
      "For administrators. Exports the student's data and audit trail. The export is recorded in the audit trail.",
  })
  @Addition()
  @Needs('persons.administer')
  async export(@Ctx() ctx: Context, @Param('student_id') id: string) {
    return studentExportView(ctx.now, await this.exports.of(ctx, studentData, id));
  }

  @Acts(':student_id/erase', StudentErasureView, {
    summary: "Erase a student's data",
    description:
      'For administrators. Erases names, identity documents, contact, health data and religion of the student permanently; the student can no longer be found. A deleted student can be erased as well.',
  })
  @Addition()
  @Needs('persons.administer')
  async erase(@Ctx() ctx: Context, @Param('student_id') id: string) {
    return studentErasureView(await this.students.erase(ctx, id));
  }
}
