import { Injectable } from '@nestjs/common';
import { Bin, DocumentParties, personParty, verifiedIc, type ConsentStatement, type PersonName } from '@usaha/core';
import { malaysianDay, type Context, type Page, type PageRequest } from '@usaha/shared';
import { EnrollmentService } from '../enrollment/enrollment.service.js';
import { Student, type StudentDetails } from './student.entity.js';
import { StudentRepository, type StudentQuery } from './student.repository.js';

/** What may be changed of a student; what is absent stays, null clears an optional field. */
export type StudentChanges = Partial<StudentDetails & ConsentStatement>;

/** What a student is created from. */
export type NewStudent = StudentChanges & PersonName;

/** The students of the context's tenant. */
@Injectable()
export class StudentService {
  constructor(
    private readonly students: StudentRepository,
    private readonly enrollments: EnrollmentService,
    private readonly parties: DocumentParties,
    private readonly bin: Bin,
  ) {}

  /** For checks of other records: the student is shown to no user, so nothing is recorded in the audit trail. @throws not_found */
  get(ctx: Context, id: string): Promise<Student> {
    return this.students.get(ctx, id);
  }

  /** The same, or null: for references in bodies. */
  find(ctx: Context, id: string): Promise<Student | null> {
    return this.students.find(ctx, id);
  }

  /**
   * For showing the student, or what is recorded of the student: recorded in the audit trail before the response. So the
   * read waits for its COMMIT, as every write does.
   * @throws not_found
   */
  read(ctx: Context, id: string): Promise<Student> {
    return this.students.readOnTrail(ctx, id);
  }

  list(ctx: Context, query: StudentQuery, page: PageRequest): Promise<Page<Student>> {
    return this.students.matching(ctx, query, page);
  }

  /** Records by texts of their id or of another key, locked in the order of their ids: see `Repository.byKey`. */
  byKey(ctx: Context, key: string, texts: readonly string[]): ReturnType<StudentRepository['byKey']> {
    return this.students.byKey(ctx, key, texts);
  }

  /** @throws invalid for an IC number without a date, or of another one than the date of birth */
  async create(ctx: Context, data: NewStudent): Promise<Student> {
    const student = new Student();
    apply(ctx, student, data);
    verifiedIc(student, malaysianDay(ctx.now));
    return this.students.insert(ctx, student);
  }

  /** The IC number is checked only if it or the date of birth changes. @throws not_found @throws invalid */
  async update(ctx: Context, id: string, changes: StudentChanges): Promise<Student> {
    const student = await this.students.lock(ctx, id);
    const before = personParty(student);
    apply(ctx, student, changes);
    const changed = this.students.changedFields(student);
    if (changed.includes('ic_number') || changed.includes('date_of_birth')) verifiedIc(student, malaysianDay(ctx.now));
    this.students.save(ctx, student);
    this.parties.keep(ctx, student, before, personParty(student));
    return student;
  }

  /** Active enrollments end; what was recorded of the student is kept. @throws not_found */
  async remove(ctx: Context, id: string): Promise<Student> {
    await this.enrollments.endAllOfStudent(ctx, id);
    const student = await this.students.lock(ctx, id);
    this.students.remove(ctx, student);
    return student;
  }

  /** Undoes the deletion. Enrollments that the deletion ended stay ended. @throws not_found */
  restore(ctx: Context, id: string): Promise<Student> {
    return this.bin.restore(ctx, this.students, id);
  }
}

function apply(ctx: Context, student: Student, changes: StudentChanges): void {
  student.describe(changes);
  student.stateConsent(changes, ctx.now);
}
