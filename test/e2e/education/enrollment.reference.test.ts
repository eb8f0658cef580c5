import type { Answer, Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal, INSTANT, UUID } from '../../support/core-shapes.js';
import { educationShapes as shapes, newClass, newEnrollment, newStudent } from '../../support/education.js';
import { must, trailOf } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { malaysianDay } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

const PATH = '/education/enrollment';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const create = (body: unknown): Promise<Answer> => on.post(PATH, body, token);
const made = (extra: Record<string, unknown> = {}): Promise<Json> => newEnrollment(tenant, extra);
const read = async (id: string): Promise<Json> => must(await on.get(`${PATH}/${id}`, token), 200);
const change = (id: string, body: unknown): Promise<Answer> => on.put(`${PATH}/${id}`, body, token);
const changed = async (id: string, body: unknown): Promise<Json> => must(await change(id, body), 200);
const withdraw = (id: string, body: unknown = {}): Promise<Answer> => on.post(`${PATH}/${id}/withdraw`, body, token);
const seats = async (class_id: string): Promise<number> =>
  must(await on.get(`/education/classes/${class_id}`, token), 200).current_enrollment;
const removeStudent = async (id: string): Promise<void> =>
  must(await on.send('DELETE', `/education/students/${id}`, { token }), 200);
const removeClass = async (id: string): Promise<void> =>
  must(await on.send('DELETE', `/education/classes/${id}`, { token }), 200);
const found = async (query: string): Promise<string[]> =>
  must(await on.get(`${PATH}?${query}&page_size=100`, token), 200).map((row: Json) => row.id);

describe('POST /api/v1/education/enrollment/', () => {
  it('A-214: answers 201 with the enrollment, its identity, status and withdrawal', async () => {
    const [student, schoolClass] = [await newStudent(tenant), await newClass(tenant)];
    const details = {
      enrollment_date: '2026-01-12',
      enrollment_type: 'transfer',
      fees: { tuition_fee: 100, registration_fee: 50, material_fee: 25, total_fee: 170, payment_plan: 'monthly' },
      scholarship_info: { has_scholarship: true, scholarship_amount: 50, panel: { name: 'Yayasan' } },
      previous_results: { primary_exam_result: '5A 1B', previous_school: 'SK Taman Melati' },
      documents: [
        { type: 'birth_certificate', file_id: 'f-1' },
        { type: 'photo', file_id: null },
      ],
      notes: 'Masuk tengah tahun',
    };
    const answer = await create({ student_id: student.id.toUpperCase(), class_id: schoolClass.id, ...details });
    expect(answer.status).toBe(201);
    const record = on.data(answer);
    expectKeys(record, shapes.enrollment);
    expect(record).toEqual({
      ...details,
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      student_id: student.id,
      class_id: schoolClass.id,
      status: 'active',
      withdrawal: null,
      created_at: expect.stringMatching(INSTANT),
      updated_at: record.created_at,
    });
    expect(await read(record.id)).toEqual(record);
    expect(await seats(schoolClass.id)).toBe(1);
  });

  it('§14, A-237: asks for student and class; the day is today, the type new', async () => {
    const record = await made();
    expect(record).toMatchObject({
      enrollment_date: malaysianDay(),
      enrollment_type: 'new',
      fees: null,
      scholarship_info: null,
      previous_results: null,
      documents: [],
      notes: null,
      status: 'active',
    });
    expect((await made({ enrollment_date: null })).enrollment_date).toBe(malaysianDay());
    const day = malaysianDay();
    expect(await found(`student_id=${record.student_id}&date_from=${day}&date_to=${day}`)).toEqual([record.id]);
    expectInvalid(on, await create({ student_id: record.student_id }), 'class_id');
    expectInvalid(on, await create({ class_id: record.class_id }), 'student_id');
  });

  it('A-123, A-218: a total that is sent is kept, else it is the sum of the three', async () => {
    const total = async (fees: Json) => (await made({ fees })).fees.total_fee;
    expect(await total({ tuition_fee: 100, registration_fee: 50, material_fee: 25 })).toBe(175);
    expect(await total({ tuition_fee: 100 })).toBe(100);
    expect(await total({ payment_plan: 'monthly' })).toBeNull();
    expect(await total({ tuition_fee: 100, total_fee: 99 })).toBe(99);
    const both = await made({ fees: { tuition_fee: 100 }, scholarship_info: { scholarship_amount: 50 } });
    expect([both.fees.total_fee, both.scholarship_info]).toEqual([100, { scholarship_amount: 50 }]);
    expectKeys(both.fees, shapes.enrollmentFees);
  });

  it.each([
    ['enrollment_type', 'old'],
    ['enrollment_type', null],
    ['status', 'withdrawn'],
    ['status', null],
    ['enrollment_date', '2026-02-30'],
    ['enrollment_date', 7],
    ['fees', []],
    ['documents', {}],
    ['documents', [7]],
    ['notes', 7],
    ['previous_results', 'x'],
    ['student_id', 7],
    ['class_id', null],
  ])('refuses %s %j, and takes no seat', async (field, value) => {
    const [student, schoolClass] = [await newStudent(tenant), await newClass(tenant)];
    expectInvalid(on, await create({ student_id: student.id, class_id: schoolClass.id, [field]: value }), field);
    expect(await seats(schoolClass.id)).toBe(0);
  });

  it('A-181, A-22: refuses stated keys of another type, and amounts below 0', async () => {
    const [{ id: student_id }, { id: class_id }] = [await newStudent(tenant), await newClass(tenant)];
    for (const wrong of [
      { scholarship_info: { has_scholarship: 'yes' } },
      { scholarship_info: { scholarship_amount: -1 } },
      { fees: { tuition_fee: -1 } },
      { fees: { total_fee: '175' } },
      { fees: { tuition_fee: 999_999_999_999, material_fee: 999_999_999_999 } },
      { notes: 'a\u0000b' },
    ])
      expect([wrong, (await create({ student_id, class_id, ...wrong })).status]).toEqual([wrong, 400]);
    expect(await seats(class_id)).toBe(0);
  });

  it('A-52, A-207: refuses unknown, deleted and foreign students and classes', async () => {
    const other = await newTenant();
    const [student, schoolClass] = [await newStudent(tenant), await newClass(tenant)];
    const gone = await newStudent(tenant);
    await removeStudent(gone.id);
    const students = [UNKNOWN_ID, 'x', '', ' ', 'a\u0000b', gone.id, (await newStudent(other)).id];
    for (const student_id of students)
      expectInvalid(on, await create({ student_id, class_id: schoolClass.id }), 'student_id');
    for (const class_id of [UNKNOWN_ID, 'x', (await newClass(other)).id])
      expectInvalid(on, await create({ student_id: student.id, class_id }), 'class_id');
    expect(await seats(schoolClass.id)).toBe(0);
  });

  it('A-121: refuses a full class, and a student who has a seat there', async () => {
    const { id: class_id } = await newClass(tenant, { capacity: 1 });
    const first = await made({ class_id });
    const second = await newStudent(tenant);
    expectConflict(on, await create({ student_id: second.id, class_id }), 'class_id');
    expect(await seats(class_id)).toBe(1);
    must(await withdraw(first.id), 200);
    must(await create({ student_id: second.id, class_id }), 201);
    const open = await made();
    expectConflict(on, await create({ student_id: open.student_id, class_id: open.class_id }), 'student_id');
    expect(await seats(open.class_id)).toBe(1);
  });

  it('A-121, A-215: a student may return, and be active in several classes', async () => {
    const first = await made();
    must(await withdraw(first.id), 200);
    const again = await made({ student_id: first.student_id, class_id: first.class_id, enrollment_type: 'returning' });
    expect([again.id === first.id, await seats(first.class_id)]).toEqual([false, 1]);
    const other = await made({ student_id: first.student_id });
    expect(await seats(other.class_id)).toBe(1);
  });

  it('A-215: one that is not active takes no seat, and is not refused for a full class', async () => {
    const { id: class_id } = await newClass(tenant, { capacity: 0 });
    for (const status of ['inactive', 'graduated']) expect((await made({ class_id, status })).status).toBe(status);
    expect(await seats(class_id)).toBe(0);
  });

  it('A-205: seals what is said, and tells the trail no values', async () => {
    const { id } = await made({ notes: 'rahsia keluarga', documents: [{ type: 'surat rahsia' }] });
    must(await withdraw(id, { reason: 'rahsia besar', notes: 'rahsia lain', destination_school: 'SMK rahsia' }), 200);
    const dump = JSON.stringify([
      await sql(workerState().ownerUrl as string, 'select notes from education.enrollments where id = $1', [id]),
      await sql(
        workerState().ownerUrl as string,
        'select remarks from education.withdrawals where enrollment_id = $1',
        [id],
      ),
      await trailOf(tenant, id),
    ]);
    expect(dump).not.toMatch(/rahsia/);
    expect(dump).toMatch(/withdraw/);
    expect(await read(id)).toMatchObject({ notes: 'rahsia keluarga', withdrawal: { reason: 'rahsia besar' } });
  });
});

describe('POST /api/v1/education/enrollment/{enrollment_id}/withdraw/', () => {
  it('A-122, A-214: makes it inactive, frees the seat, and keeps both notes', async () => {
    const { id, class_id } = await made({ notes: 'a' });
    const body = {
      withdrawal_date: '2026-06-30',
      reason: 'Berpindah',
      destination_school: 'SMK Skudai',
      refund_amount: 50.255,
      notes: 'b',
    };
    const record = must(await withdraw(id, body), 200);
    expectKeys(record, shapes.enrollment);
    expectKeys(record.withdrawal, shapes.withdrawal);
    expect(record).toMatchObject({ status: 'inactive', notes: 'a', withdrawal: { ...body, refund_amount: 50.26 } });
    expect([await read(id), await seats(class_id)]).toEqual([record, 0]);
    expectConflict(on, await withdraw(id), 'status');
    expect(await seats(class_id)).toBe(0);
  });

  it('A-217, A-237: asks for nothing; days are not compared', async () => {
    const { id } = await made({ enrollment_date: '2031-01-01' });
    expect(must(await withdraw(id, { withdrawal_date: null }), 200).withdrawal).toEqual({
      withdrawal_date: malaysianDay(),
      reason: null,
      refund_method: null,
      destination_school: null,
      refund_amount: null,
      notes: null,
    });
  });

  it('A-217: refuses an amount below 0 and a wrong day; it is still active', async () => {
    const { id, class_id } = await made();
    expectInvalid(on, await withdraw(id, { refund_amount: -1 }), 'refund_amount');
    expectInvalid(on, await withdraw(id, { refund_amount: '50' }), 'refund_amount');
    expectInvalid(on, await withdraw(id, { withdrawal_date: '2026-02-30' }), 'withdrawal_date');
    expect([(await read(id)).status, await seats(class_id)]).toEqual(['active', 1]);
    expectRefusal(on, await withdraw(UNKNOWN_ID), 404);
  });

  it('A-214: keeps each withdrawal and shows the last one, also after a return', async () => {
    const { id } = await made();
    must(await withdraw(id, { reason: 'pertama', refund_amount: 10 }), 200);
    expect(await changed(id, { status: 'active' })).toMatchObject({
      status: 'active',
      withdrawal: { reason: 'pertama' },
    });
    must(await withdraw(id, { reason: 'kedua' }), 200);
    expect(await read(id)).toMatchObject({ withdrawal: { reason: 'kedua', refund_amount: null } });
    const listed = must(await on.get(`${PATH}?student_id=${(await read(id)).student_id}`, token), 200) as Json[];
    expect(listed.map((one) => one.withdrawal.reason)).toEqual(['kedua']);
    const text =
      'select count(*)::int as kept, sum(refund_amount)::text as refunds from education.withdrawals where enrollment_id = $1';
    expect(await sql(workerState().ownerUrl as string, text, [id])).toEqual([{ kept: 2, refunds: '10.00' }]);
  });

  it('sent again with its Idempotency-Key is done once, and answered as before', async () => {
    const { id } = await made();
    const headers = { 'Idempotency-Key': `withdraw-${id}` };
    const send = () => on.send('POST', `${PATH}/${id}/withdraw`, { token, body: { reason: 'x' }, headers });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.body.data]).toEqual([200, 200, first.body.data]);
  });
});

describe('PUT /api/v1/education/enrollment/{enrollment_id}/', () => {
  it('A-09, A-18: the whole enrollment sent back changes nothing', async () => {
    const { id } = await made({ notes: 'a', fees: { tuition_fee: 10 }, documents: [{ type: 'x', file_id: 'y' }] });
    must(await withdraw(id, { reason: 'x' }), 200);
    await changed(id, { status: 'active' });
    const before = await read(id);
    expect(await changed(id, before)).toEqual(before);
    expect(await changed(id, {})).toEqual(before);
  });

  it('A-218, A-237: fees are replaced whole, a day that is null is today', async () => {
    const { id } = await made({ enrollment_date: '2026-01-01', fees: { tuition_fee: 100, payment_plan: 'monthly' } });
    expect((await changed(id, { fees: { material_fee: 7 } })).fees).toEqual({
      tuition_fee: null,
      registration_fee: null,
      material_fee: 7,
      total_fee: 7,
      payment_plan: null,
    });
    const cleared = await changed(id, { enrollment_date: null, fees: null, documents: null });
    expect(cleared).toMatchObject({ enrollment_date: malaysianDay(), fees: null, documents: [] });
  });

  it('A-216: status takes and frees the seat', async () => {
    const { id, class_id } = await made();
    for (const [status, taken] of [
      ['active', 1],
      ['graduated', 0],
      ['inactive', 0],
      ['active', 1],
      ['inactive', 0],
    ] as const) {
      expect((await changed(id, { status })).status).toBe(status);
      expect([status, await seats(class_id)]).toEqual([status, taken]);
    }
    await changed(id, { status: 'graduated' });
    expectConflict(on, await withdraw(id), 'status');
    expectInvalid(on, await change(id, { status: null }), 'status');
    expectInvalid(on, await change(id, { status: 'withdrawn' }), 'status');
  });

  it('A-216: → active in a full class, or where the student has a seat, is refused and changes nothing', async () => {
    const { id: class_id } = await newClass(tenant, { capacity: 1 });
    const old = await made({ class_id });
    must(await withdraw(old.id), 200);
    await made({ class_id });
    expectConflict(on, await change(old.id, { status: 'active', notes: 'x' }), 'status');
    expect([(await read(old.id)).status, (await read(old.id)).notes, await seats(class_id)]).toEqual([
      'inactive',
      null,
      1,
    ]);
    const first = await made();
    must(await withdraw(first.id), 200);
    await made({ student_id: first.student_id, class_id: first.class_id });
    expectConflict(on, await change(first.id, { status: 'active' }), 'student_id');
    expect(await seats(first.class_id)).toBe(1);
  });

  it('A-216: → active while the class or the student is deleted is refused', async () => {
    const [ofClass, ofStudent] = [await made(), await made()];
    await removeClass(ofClass.class_id);
    await removeStudent(ofStudent.student_id);
    for (const { id } of [ofClass, ofStudent]) {
      expectConflict(on, await change(id, { status: 'active' }), 'status');
      expect((await read(id)).status).toBe('inactive');
    }
  });

  it('A-216: a changed class moves the seat; a full or unknown one is refused', async () => {
    const { id, class_id: from } = await made();
    const { id: to } = await newClass(tenant, { capacity: 1 });
    expect((await changed(id, { class_id: to.toUpperCase() })).class_id).toBe(to);
    expect([await seats(from), await seats(to)]).toEqual([0, 1]);
    const other = await made();
    expectConflict(on, await change(other.id, { class_id: to }), 'class_id');
    expectInvalid(on, await change(other.id, { class_id: UNKNOWN_ID }), 'class_id');
    expectInvalid(on, await change(other.id, { class_id: 'x' }), 'class_id');
    expect([await seats(other.class_id), await seats(to)]).toEqual([1, 1]);
    // Leaving by the same request takes no seat there.
    expect(await changed(other.id, { class_id: to, status: 'graduated' })).toMatchObject({ class_id: to });
    expect([await seats(other.class_id), await seats(to)]).toEqual([0, 1]);
  });

  it('A-216: a changed student takes over the seat; an unknown one, or one who has a seat there, is refused', async () => {
    const { id, class_id } = await made({ class_id: (await newClass(tenant, { capacity: 2 })).id });
    const seated = await made({ class_id });
    expectConflict(on, await change(id, { student_id: seated.student_id }), 'student_id');
    expectInvalid(on, await change(id, { student_id: UNKNOWN_ID }), 'student_id');
    const { id: student_id } = await newStudent(tenant);
    expect(await changed(id, { student_id })).toMatchObject({ student_id, status: 'active' });
    expect(await seats(class_id)).toBe(2);
  });

  it('A-216, A-09: references sent back unchanged are not checked; other deleted ones are', async () => {
    const { id, student_id, class_id } = await made({ status: 'graduated' });
    await removeStudent(student_id);
    await removeClass(class_id);
    expect(await changed(id, { student_id, class_id, notes: 'x' })).toMatchObject({ notes: 'x', student_id, class_id });
    const gone = await newClass(tenant);
    await removeClass(gone.id);
    expectInvalid(on, await change(id, { class_id: gone.id }), 'class_id');
  });

  it('412 for another version; 404 for an unknown or foreign one, with any body', async () => {
    const { id } = await made();
    const headers = { 'If-Match': '"1.7"' };
    expect((await on.send('PUT', `${PATH}/${id}`, { token, body: { status: 'inactive' }, headers })).status).toBe(412);
    const { admin } = await newTenant();
    expectRefusal(on, await on.put(`${PATH}/${id}`, { status: 'x' }, admin.token), 404);
    for (const unknown of [UNKNOWN_ID, 'x']) {
      expectRefusal(on, await change(unknown, { status: 'x' }), 404);
      expectRefusal(on, await change(unknown, { status: 'inactive' }), 404);
      expectRefusal(on, await withdraw(unknown), 404);
      expectRefusal(on, await on.send('DELETE', `/education/students/${unknown}`, { token }), 404);
      expectRefusal(on, await on.send('DELETE', `/education/classes/${unknown}`, { token }), 404);
    }
  });
});

describe('GET /api/v1/education/enrollment/', () => {
  it('A-24, A-26: narrows by student, class, type, status and day, newest first', async () => {
    const { id: student_id } = await newStudent(tenant);
    const one = await made({ student_id, enrollment_date: '2026-01-01', enrollment_type: 'transfer' });
    const two = await made({ student_id, enrollment_date: '2026-01-31' });
    must(await withdraw(two.id), 200);
    const of = (query: string) => found(`student_id=${student_id}&${query}`);
    expect(await of('')).toEqual([two.id, one.id]);
    expect(await of(`class_id=${one.class_id}`)).toEqual([one.id]);
    expect(await of('enrollment_type=transfer')).toEqual([one.id]);
    expect(await of('status=inactive')).toEqual([two.id]);
    expect(await of('date_from=2026-01-01&date_to=2026-01-01')).toEqual([one.id]);
    expect(await of('date_from=2026-01-02')).toEqual([two.id]);
    expect(await of('date_from=2026-02-01&date_to=2026-01-01')).toEqual([]);
    expect(await found('student_id=x')).toEqual([]);
    expectInvalid(on, await on.get(`${PATH}?status=withdrawn`, token), 'status');
    expectInvalid(on, await on.get(`${PATH}?enrollment_type=old`, token), 'enrollment_type');
    expectInvalid(on, await on.get(`${PATH}?date_from=2026-02-30`, token), 'date_from');
  });

  it('A-52: another tenant’s ids find nothing', async () => {
    const { student_id } = await made();
    const { admin } = await newTenant();
    const answer = await on.get(`${PATH}?student_id=${student_id}`, admin.token);
    expect([on.total(answer), must(answer, 200)]).toEqual([0, []]);
  });
});

describe('A-207: DELETE of a student', () => {
  it('ends the active enrollments and frees the seats; they stay readable', async () => {
    const { id: student_id } = await newStudent(tenant);
    const [one, two, over] = [
      await made({ student_id }),
      await made({ student_id }),
      await made({ student_id, status: 'graduated' }),
    ];
    await removeStudent(student_id);
    expect([await seats(one.class_id), await seats(two.class_id)]).toEqual([0, 0]);
    expect([(await read(one.id)).status, (await read(two.id)).status, (await read(over.id)).status]).toEqual([
      'inactive',
      'inactive',
      'graduated',
    ]);
    expect(await found(`student_id=${student_id}`)).toEqual([over.id, two.id, one.id]);
    expectRefusal(on, await on.send('DELETE', `/education/students/${student_id}`, { token }), 404);
  });

  it('is refused for another version, and then ends nothing', async () => {
    const one = await made();
    const headers = { 'If-Match': '"1.7"' };
    expect((await on.send('DELETE', `/education/students/${one.student_id}`, { token, headers })).status).toBe(412);
    expect([(await read(one.id)).status, await seats(one.class_id)]).toEqual(['active', 1]);
  });
});

describe('A-205: erasure of a student', () => {
  const act = (id: string, what: string) =>
    on.send(what === 'export' ? 'GET' : 'POST', `/education/students/${id}/${what}`, { token });
  const details = {
    notes: 'rahsia',
    documents: [{ type: 'rahsia' }],
    previous_results: { previous_school: 'rahsia' },
    scholarship_info: { has_scholarship: true, name: 'rahsia' },
    fees: { tuition_fee: 100 },
    enrollment_date: '2026-01-12',
  };
  const left = { withdrawal_date: '2026-06-30', reason: 'rahsia', destination_school: 'rahsia', refund_amount: 50 };

  it('ends active enrollments, and blanks what was said in all; class, days and sums stay', async () => {
    const { id: student_id } = await newStudent(tenant);
    const [active, over] = [await made({ student_id, ...details }), await made({ student_id, ...details })];
    must(await withdraw(over.id, left), 200);
    const exported = must(await act(student_id, 'export'), 200);
    expect(exported.enrollments).toMatchObject([
      { id: over.id, withdrawals: [left] },
      { id: active.id, notes: 'rahsia', withdrawals: [] },
    ]);
    expect(must(await act(student_id, 'erase'), 200)).toMatchObject({ enrollments: 2 });
    const fees = { tuition_fee: 100, total_fee: 100 };
    const blank = {
      notes: null,
      documents: [],
      previous_results: null,
      scholarship_info: null,
      status: 'inactive',
      fees,
    };
    expect(await read(active.id)).toMatchObject({ ...blank, class_id: active.class_id, enrollment_date: '2026-01-12' });
    const withdrawal = { ...left, reason: null, destination_school: null };
    expect(await read(over.id)).toMatchObject({ ...blank, withdrawal });
    expect(JSON.stringify(must(await on.get(`${PATH}?student_id=${student_id}`, token), 200))).not.toMatch(/rahsia/);
    expect([await seats(active.class_id), await seats(over.class_id)]).toEqual([0, 0]);
    expectConflict(on, await change(active.id, { notes: 'rahsia' }), 'student_id');
    expectConflict(on, await withdraw(active.id), 'student_id');
  });
});

it('A-239, A-53: knows no DELETE and no PATCH; viewers read, staff write', async () => {
  const { id, student_id } = await made();
  for (const method of ['DELETE', 'PATCH'])
    expect((await on.send(method, `${PATH}/${id}`, { token })).status).toBe(405);
  const people = await everyRole(tenant);
  const body = { student_id, class_id: (await newClass(tenant)).id };
  expectRefusal(on, await on.post(PATH, body, people.VIEWER.token), 403);
  expect((await on.get(`${PATH}/${id}`, people.VIEWER.token)).status).toBe(200);
  expect((await on.post(PATH, body, people.STAFF.token)).status).toBe(201);
});
