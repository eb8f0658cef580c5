import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { newClass, newFee, newFeePayment, newInvoices, newStudent } from '../../support/education.js';
import { newAttendance, newGrade, seat } from '../../support/education-results.js';
import { must, trailOf } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';

let tenant: TestTenant;
let other: TestTenant;
let token: string;
beforeAll(async () => {
  [tenant, other] = [await newTenant(), await newTenant()];
  ({ token } = tenant.admin);
});

/** A student who is in a class, has a mark, owes and has paid. */
async function known(names: Record<string, unknown> = {}) {
  const student = await newStudent(tenant, names);
  const schoolClass = await newClass(tenant);
  const fee = await newFee(tenant);
  await seat(tenant, student.id, schoolClass.id);
  await newGrade(tenant, { student_id: student.id, subject_id: 'Matematik', assessment_date: '2026-03-10' });
  await newAttendance(tenant, { student_id: student.id });
  const [invoice] = await newInvoices(tenant, { fee_id: fee.id, student_ids: [student.id] });
  const payment = await newFeePayment(tenant, { student_id: student.id });
  const paths = {
    card: `/education/students/${student.id}/report-card/pdf/`,
    cards: `/education/classes/${schoolClass.id}/report-cards/pdf/`,
    invoice: `/education/invoices/${invoice?.id}/pdf/`,
    receipt: `/education/payments/${payment.id}/receipt/`,
    statement: `/education/students/${student.id}/statement/pdf/`,
  };
  return { student, schoolClass, invoice, payment, paths };
}
type Known = Awaited<ReturnType<typeof known>>;
const statusOf = async (path: string, by = token): Promise<number> => (await print(path, by)).status;

/** Path, title in both languages, and the name of the file. */
const documents: [keyof Known['paths'], (made: Known) => [english: string, malay: string, file: string]][] = [
  ['card', () => ['Report card', 'Kad laporan', 'report-card.pdf']],
  ['cards', () => ['Report card', 'Kad laporan', 'report-card.pdf']],
  [
    'invoice',
    ({ invoice: { invoice_number: number } = {} }) => [
      `Invoice ${number}`,
      `Invois ${number} · Salinan`,
      `${number}.pdf`,
    ],
  ],
  [
    'receipt',
    ({ payment: { receipt_number: number } }) => [`Receipt ${number}`, `Resit ${number} · Salinan`, `${number}.pdf`],
  ],
  ['statement', () => ['Statement of account', 'Penyata akaun', 'statement.pdf']],
];

describe('what a school prints', () => {
  let made: Known;
  beforeAll(async () => {
    made = await known();
  });

  it.each(documents)('%s: a PDF of one page in either language', async (name, wanted) => {
    const [english, malay, file] = wanted(made);
    const inEnglish = await print(made.paths[name], token, 'fr, en;q=0.5');
    expect(inEnglish).toMatchObject({ status: 200, isPdf: true, pages: 1, title: english, language: 'en-MY' });
    expect(inEnglish.header('content-type')).toBe('application/pdf');
    expect(inEnglish.header('content-disposition')).toBe(`attachment; filename="${file}"`);
    expect(inEnglish.header('content-language')).toBe('en');
    expect(inEnglish.header('vary')).toContain('Accept-Language');
    expect(inEnglish.header('cache-control')).toBe('no-store');
    const inMalay = await print(made.paths[name], token, 'ms-MY, en;q=0.5');
    expect(inMalay).toMatchObject({ status: 200, isPdf: true, pages: 1, title: malay, language: 'ms-MY' });
    expect(inMalay.header('content-language')).toBe('ms');
  });

  it.each(documents)('%s: 404 for another school, and for an unknown student', async (name) => {
    const unknown = made.paths[name].replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, UNKNOWN_ID);
    for (const [path, by] of [
      [made.paths[name], other.admin.token],
      [unknown, token],
      [unknown.replace(UNKNOWN_ID, 'abc'), token],
    ] as const)
      expectRefusal(on, await on.get(path.slice(0, -1), by), 404);
  });

  it.each([
    ['Chinese', { first_name: '美玲', last_name: '陈' }],
    ['Tamil', { first_name: 'கவிதா', last_name: 'சுப்பிரமணியம்' }],
    ['Malay, at length', { first_name: 'Nur Aisyah Humaira '.repeat(5).trim(), last_name: 'binti Abdul Rahman' }],
  ])('with names in %s', async (_, names) => {
    const { paths } = await known(names);
    const plain = await print(made.paths.card, token);
    for (const path of Object.values(paths)) {
      const printed = await print(path, token);
      expect(printed).toMatchObject({ status: 200, isPdf: true });
      // Another script brings a separate typeface.
      if (path === paths.card && !/^[\x20-\x7e]*$/.test(names.first_name))
        expect(printed.typefaces).toBeGreaterThan(plain.typefaces ?? 0);
    }
  });

  it('of a deleted student: neither card nor statement; invoice and receipt without the name', async () => {
    const { student, schoolClass, paths } = await known();
    must(await on.send('DELETE', `/education/students/${student.id}`, { token }), 200);
    expect([await statusOf(paths.card), await statusOf(paths.statement)]).toEqual([404, 404]);
    for (const path of [paths.invoice, paths.receipt, paths.cards])
      expect(await print(path, token)).toMatchObject({ status: 200, isPdf: true });
    must(await on.send('DELETE', `/education/classes/${schoolClass.id}`, { token }), 200);
    expect(await statusOf(paths.cards)).toBe(404);
  });
});

describe('report cards in print', () => {
  it('A-229: of a term that the school has not is a card without marks; a year that is none is refused', async () => {
    const { paths } = await known();
    for (const path of [paths.card, paths.cards]) {
      expect(await print(`${path}?term=9&year=2026`, token)).toMatchObject({ status: 200, isPdf: true, pages: 1 });
      expectInvalid(on, await on.get(`${path.slice(0, -1)}?year=abc`, token), 'year');
    }
  });

  it('of a class have a page for each student, and each reading is on the trail of its student', async () => {
    const { student, schoolClass, paths } = await known();
    const second = await newStudent(tenant);
    await seat(tenant, second.id, schoolClass.id);
    expect(await print(paths.cards, token)).toMatchObject({ status: 200, isPdf: true, pages: 2 });
    for (const { id } of [student, second]) expect((await trailOf(tenant, id))[0]).toMatchObject({ action: 'read' });
  });

  it('of a class without students are one page that says so', async () => {
    const { id } = await newClass(tenant);
    expect(await print(`/education/classes/${id}/report-cards/pdf/`, token)).toMatchObject({
      status: 200,
      isPdf: true,
      pages: 1,
      title: 'Report card',
    });
  });
});

describe('documents about money', () => {
  it('the receipt of a void payment is still printed, and says so', async () => {
    const { payment, paths } = await known();
    const before = await print(paths.receipt, token);
    must(await on.post(`/education/payments/${payment.id}/void`, { reason: 'Dua kali' }, token), 200);
    const after = await print(paths.receipt, token);
    expect(after).toMatchObject({ status: 200, isPdf: true, title: `${before.title} · VOID · Copy` });
    expect(await print(paths.statement, token)).toMatchObject({ status: 200, isPdf: true });
  });

  it('a receipt number that was sent may be any text: the file’s name is none of it that a path could be', async () => {
    const { id } = await newStudent(tenant);
    const receipt_number = '../收据/"7"\r\n';
    const payment = await newFeePayment(tenant, { student_id: id, receipt_number });
    const printed = await print(`/education/payments/${payment.id}/receipt/`, token);
    expect(printed).toMatchObject({ status: 200, isPdf: true });
    expect(printed.header('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.pdf"$/);
  });

  it('a statement is of one currency, and of an account where nothing happened', async () => {
    const { id } = await newStudent(tenant);
    const path = `/education/students/${id}/statement/pdf/`;
    expect(await print(path, token)).toMatchObject({ status: 200, isPdf: true, pages: 1 });
    expect(await print(`${path}?currency=SGD`, token)).toMatchObject({ status: 200, isPdf: true });
    expectInvalid(on, await on.get(`${path.slice(0, -1)}?currency=x`, token), 'currency');
  });
});
