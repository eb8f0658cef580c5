import type { Answer, Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict } from '../../support/core-shapes.js';
import { newClass, newEnrollment, newStudent } from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { atOnce, withStatus } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** seats are right at every moment, while students come, go and move at the same time. */

// Hundreds of requests, on a machine that may be busy.
jest.setTimeout(180_000);

let tenant: TestTenant;
let token: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const tryEnrol = (student_id: string, class_id: string): Promise<Answer> =>
  on.post('/education/enrollment', { student_id, class_id }, token);
const withdraw = (id: string): Promise<Answer> => on.post(`/education/enrollment/${id}/withdraw`, {}, token);
const move = (id: string, body: unknown): Promise<Answer> => on.put(`/education/enrollment/${id}`, body, token);
const changeClass = (id: string, body: unknown): Promise<Answer> => on.put(`/education/classes/${id}`, body, token);
const remove = (path: string): Promise<Answer> => on.send('DELETE', `/education${path}`, { token });
const students = (count: number): Promise<Json[]> => atOnce(count, () => newStudent(tenant));
const statuses = (answers: readonly Answer[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

interface Count {
  id: string;
  deleted: boolean;
  elsewhere: number;
  counted: number;
  active: number;
  twice: number;
  ofDeleted: number;
}

/** What the classes say and what there is, of deleted ones too. */
const counts = (): Promise<Count[]> =>
  sql<Count>(
    workerState().ownerUrl as string,
    `select c.id, c.deleted_at is not null as deleted, c.seats_elsewhere as elsewhere, c.active_enrollments as counted,
       count(e.id)::int as active, (count(e.id) - count(distinct e.student_id))::int as twice,
       count(s.id) filter (where s.deleted_at is not null)::int as "ofDeleted"
     from education.classes c
     left join education.enrollments e on e.tenant_id = c.tenant_id and e.class_id = c.id and e.status = 'active'
     left join education.students s on s.tenant_id = e.tenant_id and s.id = e.student_id
     where c.tenant_id = $1 group by c.tenant_id, c.id order by c.id`,
    [tenant.id],
  );

/** @param elsewhere what was stated to be taken by others */
async function expectRight(elsewhere = 0): Promise<void> {
  for (const count of await counts()) {
    expect(count).toMatchObject({ elsewhere, counted: count.active, twice: 0, ofDeleted: 0 });
    if (count.deleted) expect(count.active).toBe(0);
    else {
      const shown = must(await on.get(`/education/classes/${count.id}`, token), 200).current_enrollment;
      const listed = on.total(await on.get(`/education/classes/${count.id}/students`, token));
      expect([shown, listed]).toEqual([elsewhere + count.active, count.active]);
    }
  }
}

it('gives 30 seats to 30 of 60 who come at once', async () => {
  const { id } = await newClass(tenant, { capacity: 30 });
  const all = await students(60);
  const answers = await atOnce(60, (i) => tryEnrol(all[i]!.id, id));
  expect(statuses(answers)).toEqual({ 201: 30, 409: 30 });
  for (const refused of withStatus(answers, 409)) expectConflict(on, refused, 'class_id');
  await expectRight();
});

it('counts seats taken elsewhere: 3 of 5 are left for twenty', async () => {
  const { id } = await newClass(tenant, { capacity: 5, current_enrollment: 2 });
  const all = await students(20);
  expect(statuses(await atOnce(20, (i) => tryEnrol(all[i]!.id, id)))).toEqual({ 201: 3, 409: 17 });
  await expectRight(2);
});

it('gives one student one seat, of ten requests at once', async () => {
  const { id } = await newClass(tenant, { capacity: 30 });
  const student = await newStudent(tenant);
  const answers = await atOnce(10, () => tryEnrol(student.id, id));
  expect(statuses(answers)).toEqual({ 201: 1, 409: 9 });
  for (const refused of withStatus(answers, 409)) expectConflict(on, refused, 'student_id');
  await expectRight();
});

it('the index refuses a second seat of a student even where nothing else did', async () => {
  const { id, class_id, student_id } = await newEnrollment(tenant);
  const second = await newEnrollment(tenant, { class_id, student_id, status: 'inactive' });
  const activate = 'update education.enrollments set status = $2 where id = $1';
  await expect(sql(workerState().ownerUrl as string, activate, [second.id, 'active'])).rejects.toThrow(
    'enrollments_active',
  );
  expect((await on.get(`/education/enrollment/${id}`, token)).status).toBe(200);
});

it('lets one of ten withdrawals through', async () => {
  const { id } = await newEnrollment(tenant);
  expect(statuses(await atOnce(10, () => withdraw(id)))).toEqual({ 200: 1, 409: 9 });
  await expectRight();
});

it('lets students of two classes change places at once, without a deadlock', async () => {
  const [a, b] = [await newClass(tenant, { capacity: 40 }), await newClass(tenant, { capacity: 40 })];
  const enrollments = await atOnce(20, (i) => newEnrollment(tenant, { class_id: (i % 2 ? a : b).id }));
  for (let round = 0; round < 3; round += 1) {
    const answers = await atOnce(20, (i) => move(enrollments[i]!.id, { class_id: ((i + round) % 2 ? b : a).id }));
    expect(statuses(answers)).toEqual({ 200: 20 });
    await expectRight();
  }
});

it('lets no student in by a move who would not come in by enrollment: 3 seats, 12 from elsewhere', async () => {
  const to = await newClass(tenant, { capacity: 3 });
  const enrollments = await atOnce(12, () => newEnrollment(tenant));
  expect(statuses(await atOnce(12, (i) => move(enrollments[i]!.id, { class_id: to.id })))).toEqual({ 200: 3, 409: 9 });
  await expectRight();
});

it('moves one enrollment to one place, of ten requests to ten classes, and loses no seat', async () => {
  const enrollment = await newEnrollment(tenant);
  const classes = await atOnce(10, () => newClass(tenant));
  const answers = await atOnce(10, (i) => move(enrollment.id, { class_id: classes[i]!.id }));
  // Each waits for those before it; one that is overtaken time and again may be asked to try again.
  expect(withStatus(answers, 200, 503)).toHaveLength(10);
  await expectRight();
});

it('admits no student to a class that is deleted meanwhile', async () => {
  const { id } = await newClass(tenant);
  const all = await students(41);
  const answers = await atOnce(41, (i) => (i === 20 ? remove(`/classes/${id}`) : tryEnrol(all[i]!.id, id)));
  expect(withStatus(answers, 200)).toEqual([answers[20]]);
  expect(withStatus(answers, 201, 400)).toHaveLength(40);
  await expectRight();
});

it('gives no seat to a student who is deleted meanwhile', async () => {
  const student = await newStudent(tenant);
  const classes = await atOnce(41, () => newClass(tenant));
  const gone = () => remove(`/students/${student.id}`);
  const answers = await atOnce(41, (i) => (i === 8 ? gone() : tryEnrol(student.id, classes[i]!.id)));
  expect(withStatus(answers, 201, 400)).toHaveLength(40);
  // It reads again where the student has come to; overtaken time and again, it says so and has done nothing.
  if (answers[8]?.status !== 200) must(await gone(), 200);
  await expectRight();
});

it('is right after a storm of all of these', async () => {
  const classes = await atOnce(5, () => newClass(tenant, { capacity: 8 }));
  const all = await students(30);
  const known: string[] = [];
  const seed = 20_260_112;
  let state = seed;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  const classId = () => classes[random(classes.length)]!.id as string;
  const studentId = () => all[random(all.length)]!.id as string;
  const enrol = async (): Promise<Answer> => {
    const answer = await tryEnrol(studentId(), classId());
    if (answer.status === 201) known.push(on.data(answer).id);
    return answer;
  };
  const old = (): string => known[random(known.length)] as string;
  const steps: (() => Promise<Answer>)[] = [
    enrol,
    enrol,
    enrol,
    () => withdraw(old()),
    () => move(old(), { class_id: classId() }),
    () => move(old(), { class_id: classId(), status: 'active' }),
    () => move(old(), { student_id: studentId() }),
    () => move(old(), { status: ['active', 'inactive', 'graduated'][random(3)] }),
    () => changeClass(classId(), { capacity: 3 + random(8) }),
    () => changeClass(classId(), { notes: String(random(100)) }),
  ];
  const worker = async (): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (let i = 0; i < 25; i += 1) answers.push(await (known.length > 0 ? steps[random(steps.length)]! : enrol)());
    return answers;
  };
  const storm = atOnce(12, worker);
  const removed = await Promise.all([
    ...all.slice(0, 4).map(({ id }) => remove(`/students/${id}`)),
    remove(`/classes/${classes[0]!.id}`),
  ]);
  const answers = (await storm).flat();
  expect(withStatus(answers, 200, 201, 400, 404, 409, 503)).toHaveLength(300);
  expect(withStatus(answers, 503).length).toBeLessThan(15);
  expect(withStatus(removed, 200, 503)).toHaveLength(5);
  // Something of everything was done.
  expect([withStatus(answers, 200).length > 30, withStatus(answers, 201).length > 20]).toEqual([true, true]);
  expect((await counts()).reduce((sum, { active }) => sum + active, 0)).toBeGreaterThan(0);
  await expectRight();
});
