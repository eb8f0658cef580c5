import { Injectable } from '@nestjs/common';
import { isUuid, type Context, type Page, type PageRequest } from '@usaha/shared';
import type { Enrollment } from '../enrollment/enrollment.entity.js';
import { EnrollmentService } from '../enrollment/enrollment.service.js';
import { averagesOf, type OverallAverage, type SubjectAverage } from '../grade/averages.js';
import type { Grade } from '../grade/grade.entity.js';
import { GradeRepository } from '../grade/grade.repository.js';
import { EducationConfigurations } from '../settings.js';
import type { Student } from '../student/student.entity.js';
import { StudentService } from '../student/student.service.js';

/** All that a student has done here: a page of enrollments and of grades, newest first, and averages of all grades. */
export interface AcademicRecord {
  student: Student;
  enrollments: Page<Enrollment>;
  grades: Page<Grade>;
  subjects: SubjectAverage<Grade>[];
  overall: OverallAverage;
}

/** The academic records of the context's tenant. */
@Injectable()
export class AcademicRecordService {
  constructor(
    private readonly students: StudentService,
    private readonly enrollments: EnrollmentService,
    private readonly grades: GradeRepository,
    private readonly configurations: EducationConfigurations,
  ) {}

  /** That it was read is put on the audit trail, like every reading of a student's record. @throws not_found */
  async of(ctx: Context, student_id: string, page: PageRequest): Promise<AcademicRecord> {
    const query = { student_id };
    const [student, enrollments, grades, all, settings] = await Promise.all([
      this.students.read(ctx, student_id),
      this.enrollments.list(ctx, query, page),
      this.grades.list(ctx, query, page),
      isUuid(student_id) ? this.grades.ofStudents(ctx, [student_id], {}) : [],
      this.configurations.of(ctx),
    ]);
    return { student, enrollments, grades, ...averagesOf(all, settings.assessment_weights) };
  }
}
