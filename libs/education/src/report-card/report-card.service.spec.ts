import type { Context } from '@usaha/shared';
import type { AttendanceRepository } from '../attendance/attendance.repository.js';
import type { ClassRepository } from '../class/class.repository.js';
import type { Grade } from '../grade/grade.entity.js';
import type { GradeRepository } from '../grade/grade.repository.js';
import type { ClassRoll } from '../register/class-roll.js';
import type { EducationConfigurations } from '../settings.js';
import type { Student } from '../student/student.entity.js';
import type { StudentRepository } from '../student/student.repository.js';
import { ReportCardService } from './report-card.service.js';
import { ownTerms } from './terms.js';

const gradeOf = (student_id: string, i: number): Grade =>
  ({
    id: `${student_id}-${i}`,
    student_id,
    subject_id: 'bm',
    subject_key: 'bm',
    percentage: 5000,
    assessment_date: '2026-03-01',
    scale: 'general',
    own_scale: null,
  }) as Grade;

/** The cards of a class of some size, and which students were read and put on the trail for them. */
function cardsOf(size: number) {
  const ids = Array.from({ length: size }, (_, i) => `student-${String(i).padStart(4, '0')}`);
  const read: string[] = [];
  const entered: string[] = [];
  const students = {
    noun: { en: 'student', ms: 'pelajar' },
    byId: (_: Context, asked: readonly string[]) => {
      read.push(...asked);
      return Promise.resolve(new Map(asked.map((id) => [id, { id, religion: null } as Student])));
    },
  };
  const grades = {
    ofStudents: () => Promise.resolve(ids.toReversed().flatMap((id, i) => [gradeOf(id, i), gradeOf(id, i + 1)])),
  };
  const roll = {
    seated: () => Promise.resolve(ids.map((id) => ({ id }))),
    attendedBy: () =>
      Promise.resolve(ids.map((student_id) => ({ student_id, class_id: 'c', name: 'C', teacher_id: null }))),
  };
  const service = new ReportCardService(
    students as unknown as StudentRepository,
    { get: () => Promise.resolve({}) } as unknown as ClassRepository,
    roll as unknown as ClassRoll,
    grades as unknown as GradeRepository,
    { countsOf: () => Promise.resolve(new Map()) } as unknown as AttendanceRepository,
    { of: () => Promise.resolve({ terms: ownTerms.read(undefined) }) } as unknown as EducationConfigurations,
  );
  const db = { record: (_: Context, { record_id }: { record_id: string }) => entered.push(record_id) };
  const ctx = { db, now: new Date('2026-05-01T00:00:00Z') } as unknown as Context;
  return { ids, read, entered, cards: service.ofClass(ctx, 'c', { year: '2026' }) };
}

describe('the report cards of a class', () => {
  it('A-228: have each student’s own marks and classes, in the order of the roll', async () => {
    const { ids, entered, cards } = cardsOf(40);
    const shown = (await cards).map(({ student, subjects, classes }) => ({
      id: student.id,
      marks: subjects.flatMap(({ marks }) => marks.map(({ student_id }) => student_id)),
      classes: classes.length,
    }));
    expect(shown).toEqual(ids.map((id) => ({ id, marks: [id, id], classes: 1 })));
    expect(entered).toEqual(ids);
  });

  it('of more than 300 students are refused before anything is read of them', async () => {
    const { read, entered, cards } = cardsOf(301);
    await expect(cards).rejects.toMatchObject({ kind: 'conflict', errors: [{ field: 'class_id' }] });
    expect([read, entered]).toEqual([[], []]);
    await expect(cardsOf(300).cards).resolves.toHaveLength(300);
  });
});
