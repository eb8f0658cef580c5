import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { ClassRepository } from '../class/class.repository.js';
import { Grade, requireScore, type GradeDetails } from '../grade/grade.entity.js';
import { GradeRepository } from '../grade/grade.repository.js';
import { dated, scaleFor } from '../grade/grade.service.js';
import { EducationConfigurations } from '../settings.js';
import { StudentRepository } from '../student/student.repository.js';
import { eachOnce, fieldOf } from './register.service.js';

/** The fields that all students share in an assessment; a day that is null or absent is today. */
export type Assessment = Pick<Grade, 'max_score'> &
  Partial<Pick<GradeDetails, 'subject_id' | 'assessment_type' | 'assessment_name' | 'teacher_id'>> & {
    assessment_date?: string | null;
  };

/** The result of one student. */
export type ScoreLine = Pick<Grade, 'student_id'> &
  Partial<Pick<GradeDetails, 'score' | 'absent' | 'grade' | 'remarks'>>;

/** One assessment of a whole class: all grades of it or none. */
@Injectable()
export class AssessmentService {
  constructor(
    private readonly grades: GradeRepository,
    private readonly classes: ClassRepository,
    private readonly students: StudentRepository,
    private readonly configurations: EducationConfigurations,
  ) {}

  /**
   * The grades name the class. A student that is named need not be in it, as with attendance.
   * @returns the grades in the order of the lines
   * @throws not_found for an unknown class, invalid naming the line of a wrong score, of an unknown student or of one named twice
   */
  async record(
    ctx: Context,
    class_id: string,
    { assessment_date = null, ...assessment }: Assessment,
    lines: readonly ScoreLine[],
  ): Promise<Grade[]> {
    lines.forEach((line, i) => {
      requireScore(line, `scores.${i}.`);
    });
    const [schoolClass, settings, named] = await Promise.all([
      this.classes.get(ctx, class_id),
      this.configurations.of(ctx),
      this.students.lockAllReferenced(
        ctx,
        lines.map(({ student_id }) => student_id),
      ),
    ]);
    const students = lines.map(({ student_id }, i) => named(fieldOf('scores', i), student_id));
    eachOnce(
      students.map(({ id }) => id),
      'scores',
    );
    const shared = dated(ctx, { ...assessment, assessment_date });
    const grades = students.map((student, i) => {
      const grade = new Grade();
      grade.measureBy(scaleFor(settings, student));
      grade.describe({ ...shared, ...lines[i], student_id: student.id, class_id: schoolClass.id }, `scores.${i}.`);
      return grade;
    });
    await this.grades.insertMany(ctx, grades);
    return grades;
  }
}
