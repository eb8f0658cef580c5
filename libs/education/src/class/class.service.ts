import { Injectable } from '@nestjs/common';
import { Bin } from '@usaha/core';
import { Page, type Context, type PageRequest } from '@usaha/shared';
import type { Enrollment } from '../enrollment/enrollment.entity.js';
import { EnrollmentRepository } from '../enrollment/enrollment.repository.js';
import type { Student } from '../student/student.entity.js';
import { StudentRepository } from '../student/student.repository.js';
import { TimetablePolicy } from '../timetable/timetable-policy.js';
import { SchoolClass, type ClassDetails } from './school-class.entity.js';
import { ClassRepository, type ClassQuery } from './class.repository.js';

/** What may be changed of a class; what is absent stays, null clears an optional field. */
export type ClassChanges = Partial<ClassDetails> & {
  /** Seats taken: corrects those that no enrollment known here takes. */
  current_enrollment?: number;
};

/** What a class is created from. */
export type NewClass = ClassChanges & Pick<SchoolClass, 'name'>;

/** A student who has a seat, and the enrollment that took it. */
export interface SeatedStudent {
  student: Student;
  enrollment: Enrollment;
}

/** What a teacher has to do: all classes that the teacher leads or assists in. */
export interface TeacherSchedule {
  teacher_id: string;
  classes: SchoolClass[];
}

/** The classes of the context's tenant. */
@Injectable()
export class ClassService {
  constructor(
    private readonly classes: ClassRepository,
    private readonly enrollments: EnrollmentRepository,
    private readonly students: StudentRepository,
    private readonly timetable: TimetablePolicy,
    private readonly bin: Bin,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<SchoolClass> {
    return this.classes.get(ctx, id);
  }

  list(ctx: Context, query: ClassQuery, page: PageRequest): Promise<Page<SchoolClass>> {
    return this.classes.list(ctx, query, page);
  }

  /** @throws invalid for hours that are none; conflict where the tenant refuses clashes */
  async create(ctx: Context, { current_enrollment = 0, ...details }: NewClass): Promise<SchoolClass> {
    const schoolClass = new SchoolClass().giveId(ctx.now);
    schoolClass.describe(details);
    schoolClass.stateEnrollment(current_enrollment);
    await this.timetable.checkClass(ctx, schoolClass);
    return this.classes.insert(ctx, schoolClass);
  }

  /** A capacity below the seats taken removes no student. @throws not_found, and what `create` throws */
  async update(ctx: Context, id: string, { current_enrollment, ...details }: ClassChanges): Promise<SchoolClass> {
    const schoolClass = await this.classes.lock(ctx, id);
    schoolClass.describe(details);
    if (current_enrollment !== undefined) schoolClass.stateEnrollment(current_enrollment);
    await this.timetable.checkClass(ctx, schoolClass, this.classes.changedFields(schoolClass));
    return this.classes.save(ctx, schoolClass);
  }

  /** Its active enrollments end with it; what was recorded of it is kept. @throws not_found */
  async remove(ctx: Context, id: string): Promise<SchoolClass> {
    const schoolClass = await this.classes.lock(ctx, id);
    const active = await this.enrollments.lockActive(ctx, 'class_id', schoolClass.id);
    schoolClass.freeSeats(active.length);
    this.enrollments.end(ctx, active);
    this.classes.remove(ctx, schoolClass);
    return schoolClass;
  }

  /** Undoes the deletion. Enrollments that it ended stay ended. @throws not_found; conflict where the tenant refuses clashes */
  restore(ctx: Context, id: string): Promise<SchoolClass> {
    return this.bin.restore(ctx, this.classes, id, (schoolClass) => this.timetable.checkClass(ctx, schoolClass));
  }

  /** The students with a seat in a class, the newest enrollment first. @throws not_found */
  async studentsOf(ctx: Context, id: string, page: PageRequest): Promise<Page<SeatedStudent>> {
    const [, { rows, total }] = await Promise.all([
      this.classes.get(ctx, id),
      this.enrollments.list(ctx, { class_id: id, status: 'active' }, page),
    ]);
    const students = await this.students.byId(
      ctx,
      rows.map(({ student_id }) => student_id),
    );
    const seated = rows.flatMap((enrollment) => {
      const student = students.get(enrollment.student_id);
      return student ? [{ student, enrollment }] : [];
    });
    return new Page(seated, total, page);
  }

  /** The schedule of a teacher, named by any text: no teacher is unknown. */
  async scheduleOf(ctx: Context, teacher_id: string): Promise<TeacherSchedule> {
    // No text in PostgreSQL holds a NUL, so no class names such a teacher.
    return { teacher_id, classes: teacher_id.includes('\0') ? [] : await this.classes.ofTeacher(ctx, teacher_id) };
  }
}
