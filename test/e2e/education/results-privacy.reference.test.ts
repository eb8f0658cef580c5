import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid } from '../../support/core-shapes.js';
import { newStudent } from '../../support/education.js';
import { newAttendance, newGrade } from '../../support/education-results.js';
import { must } from '../../support/healthcare.js';
import { newTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

it('A-205: remarks lie sealed; an erasure blanks them, and nothing is noted of the student from then on', async () => {
  const tenant = await newTenant();
  const { token } = tenant.admin;
  const { id: student_id } = await newStudent(tenant);
  const attendance = await newAttendance(tenant, { student_id, remarks: 'demam denggi', time_in: '07:25' });
  const details = { subject_id: 'Pendidikan Islam', assessment_name: 'PAFA', remarks: 'demam denggi' };
  const grade = await newGrade(tenant, { student_id, ...details, score: 66 });
  for (const [table, { id }] of [
    ['attendance', attendance],
    ['grades', grade],
  ] as const) {
    const [row] = await sql(
      workerState().ownerUrl as string,
      `select to_jsonb(r) as r from education.${table} r where id = $1`,
      [id],
    );
    expect(JSON.stringify(row)).not.toContain('denggi');
  }
  const held = must(await on.get(`/education/students/${student_id}/export`, token), 200);
  expect(held.attendance).toEqual([expect.objectContaining({ id: attendance.id, remarks: 'demam denggi' })]);
  expect(held.grades).toEqual([expect.objectContaining({ id: grade.id, ...details })]);

  const erased = must(await on.post(`/education/students/${student_id}/erase`, {}, token), 200);
  expect(erased).toMatchObject({ attendance: 1, grades: 1 });
  const kept = must(await on.get(`/education/attendance/${attendance.id}`, token), 200);
  expect(kept).toMatchObject({ status: 'present', time_in: '07:25:00', remarks: null });
  const marks = must(await on.get(`/education/grades/${grade.id}`, token), 200);
  expect(marks).toMatchObject({ score: 66, grade: 'B+', subject_id: null, assessment_name: null, remarks: null });

  for (const path of [`/education/attendance/${attendance.id}`, `/education/grades/${grade.id}`])
    expectConflict(on, await on.put(path, { remarks: 'demam lagi' }, token), 'student_id');
  const again = { student_id, date: '2026-03-11', status: 'absent', score: 1, max_score: 2 };
  for (const path of ['/education/attendance', '/education/grades'])
    expectInvalid(on, await on.post(path, again, token), 'student_id');
});
