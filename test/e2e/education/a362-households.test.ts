import { expectConflict, expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import type { Json } from '../../support/client.js';
import { newFee, newFeePayment, newInvoices, newStudent } from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const create = (body: unknown, by = token) => on.post('/education/households', body, by);
const made = async (...students: Json[]): Promise<Json> =>
  must(await create({ name: 'Keluarga Rahman', students: students.map(({ id }) => id) }), 201);
const read = async (path: string): Promise<Json> => must(await on.get(`/education/${path}`, token), 200);
const change = (id: string, body: unknown) => on.send('PUT', `/education/households/${id}`, { body, token });
const guardian = { name: 'Rahman bin Ali', relationship: 'father', phone_number: null, email: null, occupation: null };

describe('A-362: households', () => {
  it('name guardians and students in their order, and are listed', async () => {
    const [one, other] = [await newStudent(tenant), await newStudent(tenant)];
    const body = {
      name: 'Keluarga Tan',
      guardians: [{ name: 'Tan Mei Ling' }],
      students: [other.id, one.id, other.id],
    };
    const household = must(await create(body), 201);
    expectKeys(household, ['id', 'name', 'guardians', 'students', 'created_at', 'updated_at']);
    expect(household).toMatchObject({ name: 'Keluarga Tan', students: [other.id, one.id] });
    expect(await read(`households/${household.id}`)).toEqual(household);
    expect((await read(`students/${one.id}`)).household_id).toBe(household.id);
    expect(((await read('households')) as Json[])[0]).toEqual(household);
    const changed = must(await change(household.id, { guardians: [guardian], students: [one.id] }), 200);
    expect(changed).toMatchObject({ name: 'Keluarga Tan', guardians: [guardian], students: [one.id] });
    expect((await read(`students/${other.id}`)).household_id).toBeNull();
    expect(must(await create({ name: 'Lim' }), 201)).toMatchObject({ guardians: [], students: [] });
  });

  it('have students of the same tenant, each in one household', async () => {
    const student = await newStudent(tenant);
    const theirs = await newStudent(await newTenant());
    await made(student);
    expectConflict(on, await create({ name: 'x', students: [student.id] }), 'students.0');
    for (const id of [theirs.id, UNKNOWN_ID, 'x'])
      expectInvalid(on, await create({ name: 'x', students: [id] }), 'students.0');
    const { id: twice } = await newStudent(tenant);
    expectInvalid(on, await create({ name: 'x', students: [twice, twice, UNKNOWN_ID] }), 'students.2');
    expectInvalid(on, await create({ name: ' ' }), 'name');
    const many = Array.from({ length: 51 }, (_, i) => `${i}`);
    expectInvalid(on, await create({ name: 'x', students: many }), 'students');
    const guardians = many.map((name) => ({ name }));
    expectInvalid(on, await create({ name: 'x', guardians }), 'guardians');
    const stranger = await newTenant();
    const { id } = await made();
    for (const path of ['', '/statement', '/bill', '/statement/pdf', '/bill/pdf'])
      expect((await on.get(`/education/households/${id}${path}`, stranger.admin.token)).status).toBe(404);
  });

  it('that name one student at once: one of them has the student', async () => {
    const student = await newStudent(tenant);
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ name: 'x', students: [student.id] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const [winner] = answers.filter(({ status }) => status === 201);
    expect((await read(`students/${student.id}`)).household_id).toBe(winner?.body.data.id);
  });

  it('are deleted without their students, and lose erased ones; the last one takes name and guardians along', async () => {
    const [one, other] = [await newStudent(tenant), await newStudent(tenant)];
    const { id } = await made(one, other);
    const erase = (student: Json) => on.post(`/education/students/${student.id}/erase`, {}, token);
    must(await erase(one), 200);
    expect((await read(`households/${id}`)).students).toEqual([other.id]);
    must(await erase(other), 200);
    expect((await on.get(`/education/households/${id}`, token)).status).toBe(404);
    const third = await newStudent(tenant);
    const family = await made(third);
    must(await on.send('DELETE', `/education/households/${family.id}`, { token }), 200);
    expect((await on.get(`/education/households/${family.id}`, token)).status).toBe(404);
    expect((await read(`students/${third.id}`)).household_id).toBeNull();
    await made(third);
  });
});

describe('A-362: what a household owes', () => {
  it('stands in one statement and on one bill', async () => {
    const [ali, siti] = [
      await newStudent(tenant, { first_name: 'Ali' }),
      await newStudent(tenant, { first_name: 'Siti' }),
    ];
    const household = await made(siti, ali);
    const fee = await newFee(tenant, { fee_type: 'Yuran bulanan' });
    const terms = { fee_id: fee.id, period: '2026-03' };
    await newInvoices(tenant, { ...terms, student_ids: [ali.id], due_date: '2020-01-31' });
    await newInvoices(tenant, {
      ...terms,
      student_ids: [siti.id],
      due_date: null,
      payment_plan: { instalments: 2, first_due: '2999-01-31' },
    });
    await newFeePayment(tenant, { student_id: ali.id, amount: 80, payment_method: 'cash' });
    const statement = await read(`households/${household.id}/statement`);
    expect(statement).toMatchObject({ name: 'Keluarga Rahman', currency: 'MYR', charged: 360, paid: 80, balance: 280 });
    expect(statement.students).toMatchObject([
      { student_id: siti.id, charged: 180, paid: 0, balance: 180 },
      { student_id: ali.id, charged: 180, settled: 80, balance: 100 },
    ]);
    const bill = await read(`households/${household.id}/bill`);
    expect(bill).toMatchObject({ total: 280, overdue: 100, unallocated: 0 });
    expect(bill.invoices.map(({ student_id, balance }: Json) => [student_id, balance])).toEqual([
      [siti.id, 180],
      [ali.id, 100],
    ]);
    const path = `/education/households/${household.id}`;
    const said = async (document: string, language: string): Promise<string> =>
      (await print(`${path}/${document}/pdf/`, token, language)).texts.join(' ');
    const printed = await said('bill', 'ms');
    for (const text of ['Bil', 'Keluarga: Keluarga Rahman', 'Siti · Yuran bulanan · Mac 2026', 'MYR 280.00'])
      expect(printed).toContain(text);
    const account = await said('statement', 'en');
    for (const text of ['Statement of account', 'Ali · Yuran bulanan · March 2026', 'Ali · Cash', 'MYR 280.00'])
      expect(account).toContain(text);
    expectInvalid(on, await on.get(`/education/households/${household.id}/bill?currency=RM`, token), 'currency');
    expect(await read(`households/${household.id}/bill?currency=SGD`)).toMatchObject({ total: 0, invoices: [] });
  });
});
