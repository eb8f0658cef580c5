import { expectConflict, expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import type { Json } from '../../support/client.js';
import {
  educationShapes as shapes,
  newFee,
  newFeePayment,
  newInvoices,
  newStudent,
  statementOf,
} from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { atOnce } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
let fee_id: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  fee_id = (await newFee(tenant, { amount: 100 })).id;
});

const daysAgo = (count: number): string => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
const plan = { instalments: 3, first_due: '2030-01-31' };
const asked = async (student_id: string, more: Record<string, unknown> = {}): Promise<Json> => {
  const body = { fee_id, student_ids: [student_id], due_date: null, payment_plan: plan, ...more };
  const [invoice] = await newInvoices(tenant, body);
  return invoice;
};
const read = async (id: string): Promise<Json> => must(await on.get(`/education/invoices/${id}`, token), 200);
const balances = ({ instalments }: Json): number[] => instalments.map((part: Json) => part.balance);

describe('A-362: an invoice that is paid in instalments', () => {
  it('tells them, and is due on the next one that has something left', async () => {
    const { id } = await newStudent(tenant);
    const invoice = await asked(id);
    expectKeys(invoice, shapes.invoice);
    expect(invoice).toMatchObject({
      amount: 100,
      balance: 100,
      due_date: '2030-01-31',
      state: 'open',
      late_fee_of: null,
    });
    expect(invoice.instalments).toEqual([
      { due_date: '2030-01-31', amount: 33.33, balance: 33.33 },
      { due_date: '2030-02-28', amount: 33.34, balance: 33.34 },
      { due_date: '2030-03-31', amount: 33.33, balance: 33.33 },
    ]);
    await newFeePayment(tenant, { student_id: id, amount: 33.33 });
    const paid = await read(invoice.id);
    expect([paid.due_date, balances(paid)]).toEqual(['2030-02-28', [0, 33.34, 33.33]]);
    must(await on.post(`/education/invoices/${invoice.id}/credit-notes`, { amount: 40, reason: 'Salah' }, token), 201);
    expect(balances(await read(invoice.id))).toEqual([0, 26.67, 0]);
    expect(await statementOf(tenant, id)).toMatchObject({ charged: 100, credited: 40, settled: 33.33, balance: 26.67 });
  });

  it('is overdue as soon as one is, by what is late alone', async () => {
    const { id } = await newStudent(tenant);
    const invoice = await asked(id, { payment_plan: { instalments: 2, first_due: '2020-01-31' }, period: 'past' });
    expect(invoice).toMatchObject({ state: 'overdue', due_date: '2020-01-31' });
    const half = await asked(id, {
      payment_plan: { ...plan, first_due: daysAgo(5), instalments: 60 },
      period: 'half',
    });
    expect(half.state).toBe('overdue');
    const { data } = (await on.get(`/education/invoices?state=overdue&student_id=${id}`, token)).body;
    expect(data.map((one: Json) => one.id).sort()).toEqual([invoice.id, half.id].sort());
  });

  it('prints them in both languages', async () => {
    const { id } = await newStudent(tenant);
    const path = `/education/invoices/${(await asked(id)).id}/pdf/`;
    for (const [language, word] of [
      ['en', 'Instalment 2'],
      ['ms', 'Ansuran 2'],
    ] as const) {
      const said = (await print(path, token, language)).texts.join(' ');
      expect(said).toContain(word);
      expect(said).toContain('28/02/2030 · MYR 33.34');
    }
  });

  it('takes neither both nor none of due_date and payment_plan, and no plan of one part or beyond all years', async () => {
    const { id } = await newStudent(tenant);
    const send = (more: object) =>
      on.post('/education/invoices', { fee_id, period: '2026-09', student_ids: [id], ...more }, token);
    expectInvalid(on, await send({}), 'due_date');
    expectInvalid(on, await send({ due_date: null }), 'due_date');
    expectInvalid(on, await send({ due_date: '2030-01-31', payment_plan: plan }), 'payment_plan');
    expectInvalid(on, await send({ payment_plan: { ...plan, instalments: 1 } }), 'payment_plan.instalments');
    expectInvalid(on, await send({ payment_plan: { ...plan, first_due: '9999-12-01' } }), 'payment_plan.first_due');
    expect((await statementOf(tenant, id)).invoices).toEqual([]);
  });

  it('two clerks who take one instalment at once: the second pays the next ones, and no sen is lost', async () => {
    const { id } = await newStudent(tenant);
    const invoice = await asked(id);
    await atOnce(4, () => newFeePayment(tenant, { student_id: id, amount: 33.33 }));
    expect(balances(await read(invoice.id))).toEqual([0, 0, 0]);
    expect(await statementOf(tenant, id)).toMatchObject({ settled: 100, balance: 0, unallocated: 33.32 });
  });
});

describe('A-362: a discount of siblings', () => {
  it('is taken off from the second child on, of those who are there, after the scholarship', async () => {
    const school = await newTenant();
    const { admin } = school;
    const configuration = { education: { sibling_discount_percent: 10 } };
    must(await on.post('/modules/education/enable', { configuration }, admin.token), 200);
    const [first, second, third, alone] = [
      await newStudent(school),
      await newStudent(school, { scholarship_info: { has_scholarship: true, scholarship_percentage: 50 } }),
      await newStudent(school),
      await newStudent(school),
    ];
    const students = [first.id, second.id, third.id];
    must(await on.post('/education/households', { name: 'Keluarga Rahman', students }, admin.token), 201);
    const fee = await newFee(school, { scholarship_applicable: true });
    const amounts = async (period: string) => {
      const made = await newInvoices(school, {
        fee_id: fee.id,
        period,
        student_ids: [...students.toReversed(), alone.id],
      });
      return new Map(made.map(({ student_id, amount, discounts }) => [student_id, [amount, discounts.length]]));
    };
    const of = [first, second, third, alone].map(({ id }) => id);
    const march = await amounts('2026-03');
    expect(of.map((id) => march.get(id))).toEqual([
      [180, 0],
      [81, 1],
      [162, 1],
      [180, 0],
    ]);
    expect((await on.send('DELETE', `/education/students/${first.id}`, { token: admin.token })).status).toBe(200);
    const made = await newInvoices(school, { fee_id: fee.id, period: '2026-04', student_ids: [second.id, third.id] });
    expect(made.map(({ amount }) => amount)).toEqual([90, 162]);
    const [, printed] = made;
    const { texts } = await print(`/education/invoices/${printed?.id}/pdf/`, admin.token, 'ms');
    expect(texts.join(' ')).toContain('Diskaun adik-beradik');
  });
});

it('A-362: a late fee can be asked for by no body, and invoices of another tenant are not found', async () => {
  const { id } = await newStudent(tenant);
  const invoice = await asked(id, { late_fee_of: 'x', period: 'own' });
  expect(invoice.late_fee_of).toBeNull();
  const other = await newTenant();
  expect((await on.get(`/education/invoices/${invoice.id}`, other.admin.token)).status).toBe(404);
  must(await on.post(`/education/invoices/${invoice.id}/cancel`, { reason: 'Salah' }, token), 200);
  expectConflict(
    on,
    await on.post(`/education/invoices/${invoice.id}/cancel`, { reason: 'Salah' }, token),
    'cancelled_at',
  );
});
