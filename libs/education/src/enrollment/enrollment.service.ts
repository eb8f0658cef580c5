import { Injectable } from '@nestjs/common';
import { FileAttachments } from '@usaha/core';
import { conflict, malaysianDay, money, type Context, type Page, type PageRequest } from '@usaha/shared';
import { ClassRepository } from '../class/class.repository.js';
import type { SchoolClass } from '../class/school-class.entity.js';
import { ENROLLMENT, STUDENTS } from '../file-collections.js';
import { StudentAccounts } from '../account/student-accounts.js';
import { messages, nouns } from '../messages.js';
import type { Student } from '../student/student.entity.js';
import { StudentRepository } from '../student/student.repository.js';
import { TimetablePolicy } from '../timetable/timetable-policy.js';
import { Enrollment, type EnrollmentDetails } from './enrollment.entity.js';
import { EnrollmentRepository, type EnrollmentQuery } from './enrollment.repository.js';
import { LocksMoved, retryWhenLocksMoved } from './retry-when-locks-moved.js';
import type { Withdrawal } from './withdrawal.entity.js';
import { WithdrawalLedger } from './withdrawal-ledger.js';

/** What may be changed of an enrollment; what is absent stays, null clears an optional field. */
export type EnrollmentChanges = Partial<
  Omit<EnrollmentDetails, 'enrollment_date'> & Pick<Enrollment, 'student_id' | 'class_id' | 'status'>
> & {
  /** YYYY-MM-DD; null is today. */
  enrollment_date?: string | null;
};

/** What an enrollment is made from: active and new unless told otherwise. */
export type NewEnrollment = EnrollmentChanges & Pick<Enrollment, 'student_id' | 'class_id'>;

/** What a student is withdrawn with. */
export type NewWithdrawal = Partial<
  Pick<Withdrawal, 'reason' | 'destination_school' | 'refund_amount' | 'refund_method' | 'notes'>
> & {
  /** YYYY-MM-DD; today unless given. */
  withdrawal_date?: string | null;
};

/** Where an enrollment is to be, and whose. */
type Seat = Pick<Enrollment, 'student_id' | 'class_id' | 'status'>;

/**
 * The enrollments of the context's tenant. Locked in this order: classes by id, students by id, enrollments by id, the
 * student's calendar. So seats and students of a class are counted right during parallel moves of other students.
 */
@Injectable()
export class EnrollmentService {
  constructor(
    private readonly enrollments: EnrollmentRepository,
    private readonly classes: ClassRepository,
    private readonly students: StudentRepository,
    private readonly withdrawals: WithdrawalLedger,
    private readonly timetable: TimetablePolicy,
    private readonly accounts: StudentAccounts,
    private readonly files: FileAttachments,
  ) {}

  /** With its last withdrawal. @throws not_found */
  async get(ctx: Context, id: string): Promise<Enrollment> {
    return this.shown(ctx, await this.enrollments.get(ctx, id));
  }

  /** With their last withdrawals. */
  async list(ctx: Context, query: EnrollmentQuery, page: PageRequest): Promise<Page<Enrollment>> {
    const found = await this.enrollments.list(ctx, query, page);
    await this.withdrawals.show(ctx, found.rows);
    return found;
  }

  /**
   * One that is not active takes no seat.
   * @throws invalid (unknown student_id or class_id); conflict for a full class, a student who has a seat there already, or
   * has lessons at that time where the tenant refuses that
   */
  async create(
    ctx: Context,
    { student_id, class_id, status = 'active', ...details }: NewEnrollment,
  ): Promise<Enrollment> {
    // The search runs after the locks, and sees what was committed until then.
    const [classOf, , isSeated, refusesClashes] = await Promise.all([
      this.classes.lockAllReferenced(ctx, [class_id]),
      this.students.assertExists(ctx, 'student_id', student_id, { lock: true }),
      this.enrollments.isSeated(ctx, student_id, class_id, null),
      this.timetable.isOn(ctx),
    ]);
    const schoolClass = classOf('class_id', class_id);
    const enrollment = new Enrollment();
    enrollment.describe(dated(ctx, { enrollment_date: null, ...details }));
    const student = student_id.toLowerCase();
    enrollment.place(student, schoolClass.id);
    enrollment.setStatus(status);
    if (enrollment.is_active) {
      if (isSeated) throw seatedAlready(schoolClass);
      schoolClass.takeSeat('class_id');
      if (refusesClashes) await this.timetable.checkStudent(ctx, schoolClass, student, null);
    }
    enrollment.giveId(ctx.now);
    await this.attach(ctx, enrollment);
    this.enrollments.insert(ctx, enrollment);
    this.saveSeats(ctx, [schoolClass]);
    return enrollment;
  }

  /** @throws not_found, and what `create` throws where class, student or status become others; conflict also where they are deleted */
  async update(ctx: Context, id: string, changes: EnrollmentChanges): Promise<Enrollment> {
    const { student_id, class_id, status, ...details } = changes;
    const saved = await retryWhenLocksMoved(ctx, nouns.enrollment, async () => {
      const read = await this.enrollments.get(ctx, id);
      const to: Seat = {
        student_id: student_id?.toLowerCase() ?? read.student_id,
        class_id: class_id?.toLowerCase() ?? read.class_id,
        status: status ?? read.status,
      };
      const enrollment = isSame(read, to) ? await this.enrollments.lock(ctx, id) : await this.move(ctx, read, to);
      if (!isSame(to, enrollment)) throw new LocksMoved();
      enrollment.describe(dated(ctx, details));
      const changed = this.enrollments.changedFields(enrollment);
      if (changed.includes('documents') || changed.includes('student_id')) await this.attach(ctx, enrollment);
      return this.enrollments.save(ctx, enrollment);
    });
    return this.shown(ctx, saved);
  }

  /** Attaches the files that its documents name. @throws invalid naming `documents.n.file_id` for a file of another person */
  private attach(ctx: Context, { id: record_id, student_id, documents }: Enrollment): Promise<void> {
    const cited = documents.flatMap(({ file_id: id }, n) =>
      id === null ? [] : [{ field: `documents.${n}.file_id`, id }],
    );
    return this.files.attachCited(ctx, { resource: ENROLLMENT, record_id }, cited, async (other) => {
      if (other.resource === STUDENTS) return other.record_id === student_id;
      if (other.resource !== ENROLLMENT) return false;
      return (await this.enrollments.find(ctx, other.record_id))?.student_id === student_id;
    });
  }

  /**
   * The student leaves; the seat is free. A refund takes from the student's unallocated payments.
   * @throws not_found; conflict when the enrollment is not active
   */
  async withdraw(ctx: Context, id: string, withdrawal: NewWithdrawal): Promise<Enrollment> {
    const {
      withdrawal_date,
      reason = null,
      destination_school = null,
      refund_amount = null,
      refund_method = null,
      notes = null,
    } = withdrawal;
    const refund = refund_amount === null ? null : money.within('refund_amount', refund_amount);
    return retryWhenLocksMoved(ctx, nouns.enrollment, async () => {
      const read = await this.enrollments.get(ctx, id);
      const [[schoolClass], unspent, enrollment] = await Promise.all([
        this.classes.lockAll(ctx, [read.class_id]),
        refund ? this.accounts.lockForRefund(ctx, read.student_id) : [],
        this.enrollments.lock(ctx, id),
      ]);
      if (enrollment.class_id !== read.class_id || enrollment.student_id !== read.student_id) throw new LocksMoved();
      enrollment.withdraw();
      schoolClass?.freeSeats();
      const entry = {
        position: enrollment.withdrawals,
        enrollment_id: enrollment.id,
        student_id: enrollment.student_id,
        withdrawal_date: withdrawal_date ?? malaysianDay(ctx.now),
        reason,
        notes,
        destination_school,
        refund_amount: refund,
        refund_method,
      };
      const [made] = this.withdrawals.append(ctx, [entry]);
      if (made && refund) this.accounts.refund(ctx, made, refund, unspent);
      this.enrollments.save(ctx, enrollment, 'withdraw');
      this.saveSeats(ctx, schoolClass ? [schoolClass] : []);
      enrollment.show(made);
      return enrollment;
    });
  }

  /**
   * Ends all active enrollments of a student who is deleted or erased: the seats are free. The student is locked
   * then; one who is not there has none.
   */
  async endAllOfStudent(ctx: Context, student_id: string): Promise<void> {
    await retryWhenLocksMoved(ctx, nouns.student, async () => {
      const classes = await this.classes.lockAll(ctx, await this.enrollments.classesOf(ctx, student_id));
      const student = await this.students.lockIfExists(ctx, student_id);
      const active = student ? await this.enrollments.lockActive(ctx, 'student_id', student.id) : [];
      for (const { class_id } of active) {
        const schoolClass = classes.find(({ id }) => id === class_id);
        if (!schoolClass) throw new LocksMoved();
        schoolClass.freeSeats();
      }
      this.saveSeats(ctx, classes);
      this.enrollments.end(ctx, active);
    });
  }

  /** Gives an enrollment another place, student or status; what it is now was read without a lock. */
  private async move(ctx: Context, from: Seat & { id: string }, to: Seat): Promise<Enrollment> {
    const [classes, students, enrollment, isSeated, refusesClashes] = await Promise.all([
      this.classes.lockAll(ctx, [from.class_id, to.class_id]),
      this.students.lockAll(ctx, [from.student_id, to.student_id]),
      this.enrollments.lock(ctx, from.id),
      this.enrollments.isSeated(ctx, to.student_id, to.class_id, from.id),
      this.timetable.isOn(ctx),
    ]);
    if (!isSame(from, enrollment)) throw new LocksMoved();
    const [left, entered] = [from, to].map((seat) => classes.find(({ id }) => id === seat.class_id));
    const student = students.find(({ id }) => id === to.student_id);
    // What it names already may have been deleted since.
    if (!entered && to.class_id !== from.class_id) this.classes.refuseUnknown('class_id');
    if (!student && to.student_id !== from.student_id) this.students.refuseUnknown('student_id');
    const [wasActive, isActive] = [from, to].map(({ status }) => status === 'active');
    if (isActive) {
      const seat = seatOf(entered, student);
      if (isSeated) throw seatedAlready(seat);
      if (!wasActive || left !== seat) seat.takeSeat(to.class_id === from.class_id ? 'status' : 'class_id');
      if (refusesClashes) await this.timetable.checkStudent(ctx, seat, to.student_id, from.id);
    }
    if (wasActive && !(isActive && left === entered)) left?.freeSeats();
    enrollment.place(to.student_id, to.class_id);
    enrollment.setStatus(to.status);
    this.saveSeats(ctx, classes);
    return enrollment;
  }

  /** Enqueues the seats of classes where they were taken or freed: by this version, so that a lost lock is noticed. */
  private saveSeats(ctx: Context, classes: readonly SchoolClass[]): void {
    const moved = classes.filter((schoolClass) => this.classes.changedFields(schoolClass).length > 0);
    this.classes.updateMany(ctx, moved, ['active_enrollments'], 'seat');
  }

  private async shown(ctx: Context, enrollment: Enrollment): Promise<Enrollment> {
    await this.withdrawals.show(ctx, [enrollment]);
    return enrollment;
  }
}

const isSame = (a: Seat, b: Seat): boolean =>
  a.student_id === b.student_id && a.class_id === b.class_id && a.status === b.status;

/** A day that is stated to be none is today: lists and reports need one. */
const dated = (ctx: Context, { enrollment_date, ...details }: Omit<EnrollmentChanges, keyof Seat>) => ({
  ...details,
  enrollment_date: enrollment_date === null ? malaysianDay(ctx.now) : enrollment_date,
});

const seatedAlready = ({ name }: SchoolClass) => conflict('student_id', messages.enrolledAlready({ name }));

/** @throws conflict where class or student were deleted since the enrollment was made */
function seatOf(schoolClass: SchoolClass | undefined, student: Student | undefined): SchoolClass {
  if (!schoolClass) throw conflict('status', messages.notEnrollableAnyMore({ noun: nouns.class }));
  if (!student) throw conflict('status', messages.notEnrollableAnyMore({ noun: nouns.student }));
  return schoolClass;
}
