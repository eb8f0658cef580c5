import { Injectable } from '@nestjs/common';
import { malaysianDay, type Context, type Page, type PageRequest } from '@usaha/shared';
import { ClassRepository } from '../class/class.repository.js';
import { EducationConfigurations, type EducationConfiguration } from '../settings.js';
import type { Student } from '../student/student.entity.js';
import { StudentRepository } from '../student/student.repository.js';
import { Grade, requireScore, type GradeDetails } from './grade.entity.js';
import { GradeRepository, type GradeQuery } from './grade.repository.js';
import { scaleOfLevel, type KeptScale } from './scales.js';

/** What may be said of a grade; a day that is null is today. */
type Sent = Omit<GradeDetails, 'assessment_date'> & { assessment_date: string | null };

/** What may be changed of a grade; what is absent stays, null clears an optional field. */
export type GradeChanges = Partial<Sent>;

/** What a grade is recorded from. */
export type NewGrade = GradeChanges & Pick<Grade, 'student_id' | 'max_score'>;

/** By which scale a student's grades are recorded now: the tenant's own, or that of the student's level. */
export const scaleFor = ({ grade_scale }: EducationConfiguration, { current_grade }: Student): KeptScale =>
  grade_scale ? { scale: 'own', own_scale: grade_scale } : { scale: scaleOfLevel(current_grade), own_scale: null };

/** The grades of the context's tenant. */
@Injectable()
export class GradeService {
  constructor(
    private readonly grades: GradeRepository,
    private readonly students: StudentRepository,
    private readonly configurations: EducationConfigurations,
    private readonly classes: ClassRepository,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Grade> {
    return this.grades.get(ctx, id);
  }

  list(ctx: Context, query: GradeQuery, page: PageRequest): Promise<Page<Grade>> {
    return this.grades.list(ctx, query, page);
  }

  /** The student need not be in the class. @throws invalid (unknown student_id or class_id, a score that is not from 0 to max_score) */
  async create(ctx: Context, data: NewGrade): Promise<Grade> {
    requireScore(data);
    const [student, settings] = await Promise.all([
      this.students.lockReferenced(ctx, 'student_id', data.student_id),
      this.configurations.of(ctx),
    ]);
    const { class_id = null } = data;
    // The class is not locked: its history is kept when it is deleted.
    if (class_id !== null) await this.classes.assertExists(ctx, 'class_id', class_id);
    const grade = new Grade();
    grade.measureBy(scaleFor(settings, student));
    const told = { ...dated(ctx, { assessment_date: null, ...data }), class_id: class_id?.toLowerCase() ?? null };
    grade.describe({ ...told, student_id: student.id });
    return this.grades.insert(ctx, grade);
  }

  /**
   * The scale stays with the grade, unless it becomes another student's. Student and class that are sent back are not
   * looked up: they may be deleted by now.
   * @throws not_found, invalid (unknown student_id or class_id, a score that is not from 0 to max_score), conflict (erased)
   */
  async update(ctx: Context, id: string, changes: GradeChanges): Promise<Grade> {
    const { student_id, class_id } = changes;
    // Locks the student before the grade, in the order of an erasure.
    const [student, settings, schoolClass] = await Promise.all([
      student_id === undefined ? null : this.students.lockIfExists(ctx, student_id),
      student_id === undefined ? null : this.configurations.of(ctx),
      typeof class_id === 'string' ? this.classes.find(ctx, class_id) : null,
    ]);
    const grade = await this.grades.lock(ctx, id);
    const isOther = student_id !== undefined && student_id.toLowerCase() !== grade.student_id;
    if (isOther && !student) this.students.refuseUnknown('student_id');
    if (isOther && student && settings) grade.measureBy(scaleFor(settings, student));
    if (typeof class_id === 'string' && !schoolClass && class_id.toLowerCase() !== grade.class_id)
      this.classes.refuseUnknown('class_id');
    const named = { class_id: schoolClass?.id ?? (class_id === null ? null : undefined) };
    grade.describe({ ...dated(ctx, changes), ...named, student_id: isOther ? student?.id : undefined });
    return this.grades.save(ctx, grade);
  }
}

/** An assessment always has a day: null is today, in Malaysia. */
export const dated = ({ now }: Context, { assessment_date, ...changes }: GradeChanges): Partial<GradeDetails> => ({
  ...changes,
  assessment_date: assessment_date === null ? malaysianDay(now) : assessment_date,
});
