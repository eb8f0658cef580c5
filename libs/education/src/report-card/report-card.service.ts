import { Injectable } from '@nestjs/common';
import { conflict, invalid, malaysianDay, type Context, grouped } from '@usaha/shared';
import { noAttendance, summaryOf, type AttendanceCounts } from '../attendance/attendance-summary.js';
import { AttendanceRepository } from '../attendance/attendance.repository.js';
import { ClassRepository } from '../class/class.repository.js';
import { averagesOf } from '../grade/averages.js';
import type { Grade } from '../grade/grade.entity.js';
import { messages } from '../grade/grade.messages.js';
import { GradeRepository } from '../grade/grade.repository.js';
import { messages as cardMessages } from '../messages.js';
import { ClassRoll, type AttendedClass } from '../register/class-roll.js';
import { EducationConfigurations, type EducationConfiguration } from '../settings.js';
import { religiousEducationOf } from '../student/religious-education.js';
import type { Student } from '../student/student.entity.js';
import { StudentRepository } from '../student/student.repository.js';
import type { PeriodOfReport, ReportCard, ReportCardPeriod } from './report-card.js';
import { schoolYearOf, termSpan, yearNamed, yearSpan } from './terms.js';

/** The largest class whose cards are handed out in one file. */
const MOST_CARDS = 300;

/** Records of several students, by student. */
interface Read {
  grades: ReadonlyMap<string, readonly Grade[]>;
  counts: ReadonlyMap<string, AttendanceCounts>;
  classes: ReadonlyMap<string, readonly AttendedClass[]>;
}

/** Report cards of the context's tenant: of one student or of a whole class, in the same number of statements. */
@Injectable()
export class ReportCardService {
  constructor(
    private readonly students: StudentRepository,
    private readonly classes: ClassRepository,
    private readonly roll: ClassRoll,
    private readonly grades: GradeRepository,
    private readonly attendance: AttendanceRepository,
    private readonly configurations: EducationConfigurations,
  ) {}

  /** @throws not_found, invalid for a year that is none */
  async ofStudent(ctx: Context, student_id: string, asked: ReportCardPeriod): Promise<ReportCard> {
    const [student, settings] = await Promise.all([this.students.get(ctx, student_id), this.configurations.of(ctx)]);
    this.enterReading(ctx, [student]);
    const [card] = await this.cardsOf(ctx, [student], settings, asked);
    return card as ReportCard;
  }

  /**
   * Of everybody with a seat in a class, by name; without a year that of the newest grade among them.
   * @throws not_found, invalid, conflict for more than 300 students: before anything is read of them
   */
  async ofClass(ctx: Context, class_id: string, asked: ReportCardPeriod): Promise<ReportCard[]> {
    const [, seated, settings] = await Promise.all([
      this.classes.get(ctx, class_id),
      this.roll.seated(ctx, class_id),
      this.configurations.of(ctx),
    ]);
    if (seated.length > MOST_CARDS) throw conflict('class_id', cardMessages.tooManyCards({ most: MOST_CARDS }));
    const byId = await this.students.byId(
      ctx,
      seated.map(({ id }) => id),
    );
    const inOrder = seated.flatMap(({ id }) => byId.get(id) ?? []);
    this.enterReading(ctx, inOrder);
    return this.cardsOf(ctx, inOrder, settings, asked);
  }

  /** Whose results were read is on the audit trail, like every reading of a student's record. */
  private enterReading(ctx: Context, students: readonly Student[]): void {
    for (const { id } of students)
      ctx.db.record(ctx, { action: 'read', record_type: this.students.noun, record_id: id, changes: {} });
  }

  private async cardsOf(
    ctx: Context,
    students: readonly Student[],
    settings: EducationConfiguration,
    asked: ReportCardPeriod,
  ): Promise<ReportCard[]> {
    const ids = students.map(({ id }) => id);
    const period = await this.periodOf(ctx, ids, settings, asked);
    const { days } = period;
    const [grades, counts, classes] = await Promise.all([
      days ? this.grades.ofStudents(ctx, ids, days) : [],
      days ? this.attendance.countsOf(ctx, ids, days) : new Map<string, AttendanceCounts>(),
      this.roll.attendedBy(ctx, ids),
    ]);
    const read = { grades: grouped(grades, studentOf), counts, classes: grouped(classes, studentOf) };
    return students.map((student) => cardOf(student, period, read, settings));
  }

  private async periodOf(
    ctx: Context,
    student_ids: readonly string[],
    { terms }: EducationConfiguration,
    { term, year: asked }: ReportCardPeriod,
  ): Promise<PeriodOfReport> {
    const named = asked === undefined ? null : yearNamed(asked);
    if (asked !== undefined && named === null) throw invalid('year', messages.yearUnreadable({ year: asked }));
    const newest = named === null ? await this.grades.newestDayOf(ctx, student_ids) : null;
    const year = named ?? schoolYearOf(terms, newest ?? malaysianDay(ctx.now));
    const days = term === undefined ? yearSpan(terms, year) : termSpan(terms, year, term);
    return { term: term ?? null, year, days };
  }
}

function cardOf(
  student: Student,
  period: PeriodOfReport,
  { grades, counts, classes }: Read,
  { assessment_weights }: EducationConfiguration,
): ReportCard {
  const { id, first_name, last_name, current_grade, stream } = student;
  return {
    ...period,
    student: { id, first_name, last_name, current_grade, stream },
    classes: (classes.get(id) ?? []).map(({ class_id, name, teacher_id }) => ({ class_id, name, teacher_id })),
    ...averagesOf(grades.get(id) ?? [], assessment_weights),
    attendance: summaryOf(id, counts.get(id) ?? noAttendance(), period.days ?? {}),
    religious_education: religiousEducationOf(student.religion),
  };
}

const studentOf = ({ student_id }: { student_id: string }): string => student_id;
