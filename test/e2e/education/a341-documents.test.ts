import { contract, reference } from '../../support/client.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newFee, newFeePayment, newInvoices, newStudent } from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

let school: TestTenant;
beforeEach(async () => {
  school = await newTenant({ name: 'Pusat Tuisyen Lama' });
});

const texts = async (path: string, language = 'en'): Promise<string[]> =>
  (await print(path, school.admin.token, language)).texts.filter((text) => !['Copy', 'Salinan'].includes(text));
const change = async (path: string, body: object): Promise<void> => {
  expect((await reference.put(path, body, { token: school.admin.token })).status).toBe(200);
};

/** An invoice that is paid and credited in part, and the paths of its documents. */
async function issued() {
  const student = await newStudent(school, { first_name: 'Siti', last_name: 'Nur' });
  const fee = await newFee(school, { fee_type: 'Yuran bulanan' });
  const [invoice] = await newInvoices(school, { fee_id: fee.id, student_ids: [student.id], period: '2026-03' });
  const payment = await newFeePayment(school, { student_id: student.id, fee_id: fee.id, amount: 100 });
  const path = `/education/invoices/${invoice?.id}`;
  const body = { amount: 30, reason: 'Kelas dibatalkan' };
  const note = must(await on.post(`${path}/credit-notes`, body, school.admin.token), 201);
  const paths = [
    `${path}/pdf/`,
    `/education/payments/${payment.id}/receipt/`,
    `${path}/credit-notes/${note.id}/pdf/`,
  ] as const;
  return { student, fee, paths };
}

describe('A-341: invoices, receipts and credit notes of a school', () => {
  it.each([true, false])('print with the names of their issue, printed before: %s', async (isPrinted) => {
    const { student, fee, paths } = await issued();
    const before = isPrinted ? await Promise.all(paths.map((path) => texts(path))) : null;
    const business = { name: 'Pusat Tuisyen Baharu', settings: { sst_registration_number: 'W10-1808-32000001' } };
    expect((await contract.put(`/tenants/${school.id}`, business, { token: school.admin.token })).status).toBe(200);
    await change(`/education/students/${student.id}/`, { first_name: 'Aminah', last_name: 'Ali' });
    await change(`/education/fees/${fee.id}/`, { fee_type: 'Yuran baharu', amount: 999 });
    const after = await Promise.all(paths.map((path) => texts(path)));
    if (before) expect(after).toEqual(before);
    for (const drawn of after.map((all) => all.join(' '))) {
      expect(drawn).toContain('Siti Nur');
      expect(drawn).toContain('Pusat Tuisyen Lama');
      expect(drawn).toContain('Yuran bulanan');
      expect(drawn).not.toMatch(/Aminah|Baharu|baharu|W10-1808/);
    }
  });

  it('name the student who is deleted later, and none who is erased', async () => {
    const { student, paths } = await issued();
    const [path] = paths;
    await on.send('DELETE', `/education/students/${student.id}`, { token: school.admin.token });
    expect((await texts(path)).join(' ')).toContain('Siti Nur');
    must(await on.post(`/education/students/${student.id}/erase`, {}, school.admin.token), 200);
    expect((await texts(path)).join(' ')).not.toContain('Siti');
  });

  it('the receipt names the invoices of its day, not what the money settles later', async () => {
    const { student, fee, paths } = await issued();
    const before = await texts(paths[1]);
    await newInvoices(school, { fee_id: fee.id, student_ids: [student.id], period: '2026-04' });
    expect(await texts(paths[1])).toEqual(before);
  });

  it('A-362: print periods in words, in the language of the reader', async () => {
    const { student, paths } = await issued();
    for (const path of [paths[0], paths[2], `/education/students/${student.id}/statement/pdf/`]) {
      expect((await texts(path, 'ms')).join(' ')).toContain('Mac 2026');
      expect((await texts(path, 'en')).join(' ')).toContain('March 2026');
    }
  });
});

it('A-341: a statement of an earlier day has the names and the entries of that day', async () => {
  const { student } = await issued();
  const path = `/education/students/${student.id}/statement/pdf/`;
  const renamed = { name: 'Pusat Tuisyen Baharu' };
  expect((await contract.put(`/tenants/${school.id}`, renamed, { token: school.admin.token })).status).toBe(200);
  await change(`/education/students/${student.id}/`, { first_name: 'Sita' });
  const now = (await texts(path)).join(' ');
  expect(now).toContain('Student: Sita Nur');
  expect(now).toContain('Pusat Tuisyen Baharu');
  expect(now).toContain('Yuran bulanan');
  const yesterday = new Date(Date.now() - 16 * 3_600_000).toISOString().slice(0, 10);
  const before = (await texts(`${path}?date=${yesterday}`)).join(' ');
  expect(before).toContain('Student: Siti Nur');
  expect(before).toContain('Pusat Tuisyen Lama');
  expect(before).not.toContain('Yuran bulanan');
  const early = await on.get(`/education/students/${student.id}/statement/pdf?date=2999-01-01`, school.admin.token);
  expectInvalid(on, early, 'date');
});

it('A-361: a printed statement has at most 1,000 lines, and begins with what was owed before date_from', async () => {
  const { student } = await issued();
  const { token } = school.admin;
  const household = must(await on.post('/education/households', { name: 'Nur', students: [student.id] }, token), 201);
  const paths = [
    `/education/students/${student.id}/statement/pdf`,
    `/education/households/${household.id}/statement/pdf`,
  ];
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await sql(
    workerState().ownerUrl as string,
    `insert into education.payments (tenant_id, id, created_at, updated_at, student_id, receipt_number, amount, currency, payment_date, settled, refunded, refunds)
     select $1, gen_random_uuid(), now(), now(), $2, 'RCP-OLD-' || n, 1, 'MYR', date '2020-01-01' + n, 0, 0, 0 from generate_series(1, 1000) n`,
    [school.id, student.id],
  );
  for (const path of paths) {
    expectInvalid(on, await on.get(path, token), 'date_from');
    const printed = await texts(`${path}/?date_from=${day}`);
    expect(printed).toContain('Opening balance');
    expect(printed.join(' ')).not.toContain('RCP-OLD-');
    expect(await texts(`${path}/?date_from=${day}`, 'ms')).toContain('Baki awal');
    expect((await texts(`${path}/?date_from=2999-01-01`)).join(' ')).toContain('In credit');
  }
});
