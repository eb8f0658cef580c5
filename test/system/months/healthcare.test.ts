import type { Json } from '../../support/client.js';
import { FIRST_DAY, LAST_DAY, Month, dayOf, groupBy, total } from '../../support/month.js';
import { dropDatabases } from '../../support/system-database.js';
import { stopOwnServices } from '../../support/system-service.js';

/** A month of a clinic: what its reports say is what its lists hold, in all formats. */

jest.setTimeout(300_000);

const METHODS = ['cash', 'Tunai', 'card', 'insurance'];
const DOCTORS = ['dr-lim', 'dr-aminah'];

let month: Month;
let patients: Json[];
let bills: Json[];
let visits: Json[];
/** Money that came in or went out. */
let takings: Json[];

beforeAll(async () => {
  month = await Month.begin(20_270_102);
  await month.moveTo('2026-12-31T09:00:00+08:00');
  patients = await Promise.all(
    ['Siti', 'Kumar', 'Mei', 'Awang'].map((first_name, i) =>
      month.post('healthcare/patients', {
        first_name,
        last_name: 'Pesakit',
        gender: i % 2 ? 'male' : 'Perempuan',
        date_of_birth: `19${60 + 10 * i}-05-05`,
      }),
    ),
  );
  await month.live(openOnce);
  [bills, visits, takings] = [
    await month.all('healthcare/billing'),
    await month.all('healthcare/appointments'),
    await month.all('healthcare/payments'),
  ];
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const billed: string[] = [];

async function openOnce(): Promise<void> {
  const { random } = month;
  for (let left = 1 + random.int(3); left > 0; left -= 1) await attend();
  if (billed.length > 0 && random.chance(0.6)) await pay(random.pick(billed));
  if (billed.length > 0 && random.chance(0.5)) await correct(random.pick(billed));
}

async function attend(): Promise<void> {
  const { random } = month;
  const visit = await month.post('healthcare/appointments', {
    patient_id: random.pick(patients).id,
    doctor_id: random.pick(DOCTORS),
    scheduled_date: month.today,
    scheduled_time: `${10 + random.int(6)}:00:00`,
    appointment_type: random.pick(['consultation', 'Follow up', 'follow-up']),
  });
  if (random.chance(0.2)) {
    await month.try('POST', `healthcare/appointments/${visit.id}/cancel`, { reason: 'Tidak hadir' });
    return;
  }
  await month.try('POST', `healthcare/appointments/${visit.id}/complete`, { diagnosis: 'Demam' });
  const bill = await month.post('healthcare/billing', {
    patient_id: visit.patient_id,
    appointment_id: visit.id,
    payment_method: random.pick([...METHODS, null]),
    items: Array.from({ length: 1 + random.int(3) }, (_, i) => ({
      description: `Rawatan ${i + 1}`,
      quantity: 1 + random.int(2),
      unit_price: random.pick([12.35, 40, 78.9]),
      tax_rate: random.pick([0, 6]),
    })),
  });
  billed.push(bill.id);
  if (random.chance(0.7)) await pay(bill.id);
}

async function pay(id: string): Promise<void> {
  const { random } = month;
  const amount = random.chance(0.6) ? undefined : random.pick([5, 10.05]);
  const { outstanding_amount } = await month.get(`healthcare/billing/${id}`);
  if (amount !== undefined && amount > outstanding_amount) return;
  await month.try('POST', `healthcare/billing/${id}/payments`, { amount, payment_method: random.pick(METHODS) });
}

async function correct(id: string): Promise<void> {
  const { random } = month;
  const bill = await month.get(`healthcare/billing/${id}`);
  if (random.chance(0.4)) {
    const [payment] = (await month.all(`healthcare/billing/${id}/payments`)).filter((one) => one.voided_at === null);
    if (payment)
      await month.try('POST', `healthcare/billing/${id}/payments/${payment.id}/void`, { reason: 'Salah bil' });
    return;
  }
  if (bill.status === 'cancelled' || bill.total - bill.credited_amount < 1) return;
  await month.try('POST', `healthcare/billing/${id}/credit-notes`, { amount: 1, reason: 'Diskaun' });
  const { in_credit } = await month.get(`healthcare/billing/${id}`);
  if (in_credit > 0) await month.try('POST', `healthcare/billing/${id}/refund`, { reason: 'Lebihan' });
}

const sum = (rows: readonly Json[], of: (row: Json) => number): number => total(rows.map(of));

it('is long enough to show something', () => {
  expect(bills.length).toBeGreaterThan(35);
  expect(bills.filter(({ credited_amount }) => credited_amount > 0).length).toBeGreaterThan(2);
  expect(takings.filter(({ purpose }) => purpose === 'void').length).toBeGreaterThan(0);
});

it('of every bill, what was paid, credited and is owed comes to its total', () => {
  for (const bill of bills)
    expect([bill.bill_number, total([bill.total, bill.in_credit])]).toEqual([
      bill.bill_number,
      total([bill.credited_amount, bill.amount_paid, bill.outstanding_amount]),
    ]);
});

it.each(['payment_method', 'service_type', 'doctor'])(
  'reports/revenue by %s adds up to the bills',
  async (group_by) => {
    const { rows, totals } = await month.report('healthcare/reports/revenue', { group_by });
    const figures = {
      bills: bills.length,
      total: sum(bills, (bill) => bill.total),
      tax: sum(bills, (bill) => bill.tax_amount),
      credited: sum(bills, (bill) => bill.credited_amount),
      paid: sum(bills, (bill) => bill.amount_paid),
      outstanding: sum(bills, (bill) => bill.outstanding_amount),
      in_credit: sum(bills, (bill) => bill.in_credit),
    };
    expect(totals).toMatchObject(figures);
    for (const [name, figure] of Object.entries(figures))
      expect([name, sum(rows, (row) => row[name])]).toEqual([name, figure]);
  },
);

it.each(['payment_method', 'service_type', 'doctor'])(
  'A-384: reports/revenue by=paid and %s is the money that moved',
  async (group_by) => {
    const moved = sum(takings, ({ kind, amount }) => (kind === 'refund' ? -amount : amount));
    const { rows, totals } = await month.report('healthcare/reports/revenue', { group_by, by: 'paid' });
    expect([totals.paid, totals.total, totals.outstanding]).toEqual([moved, moved, null]);
    expect(sum(rows, (row) => row.paid)).toBe(moved);
    const none = { group_by, by: 'paid', date_from: '2027-02-01', date_to: '2027-02-28' };
    expect((await month.report('healthcare/reports/revenue', none)).rows).toEqual([]);
  },
);

it('A-384: a payment counts on its own day, not on that of its bill', async () => {
  const days = groupBy(takings, ({ created_at }) => dayOf(created_at));
  const [[date, all]] = [...days].slice(0, 1) as [[string, Json[]]];
  const query = { by: 'paid', date_from: date, date_to: date };
  const { totals } = await month.report('healthcare/reports/revenue', query);
  expect(totals.paid).toBe(sum(all, ({ kind, amount }) => (kind === 'refund' ? -amount : amount)));
});

it('reports/daily-closing counts each day what came in and went out on it', async () => {
  const days = groupBy(takings, ({ created_at }) => dayOf(created_at));
  let net = 0;
  for (const [date, all] of days) {
    const { totals } = await month.report('healthcare/reports/daily-closing', { date });
    const of = (kind: string): Json[] => all.filter((one) => one.kind === kind);
    expect([date, totals]).toEqual([
      date,
      expect.objectContaining({
        payments: of('payment').length,
        takings: sum(of('payment'), (one) => one.amount),
        refunds_count: of('refund').length,
        refunds: sum(of('refund'), (one) => one.amount),
      }),
    ]);
    net = total([net, totals.net]);
  }
  // All that came in, less what went out, is what the bills have been paid.
  expect(net).toBe(sum(bills, (bill) => bill.amount_paid));
});

it.each(['status', 'doctor', 'appointment_type'])(
  'reports/appointment-stats by %s counts every visit',
  async (group_by) => {
    const { rows, totals } = await month.report('healthcare/reports/appointment-stats', { group_by });
    const within = visits.filter(({ scheduled_date }) => scheduled_date >= FIRST_DAY && scheduled_date <= LAST_DAY);
    expect(totals.appointments).toBe(within.length);
    for (const status of ['completed', 'cancelled'])
      expect([status, totals[status]]).toEqual([status, within.filter((visit) => visit.status === status).length]);
    expect(rows.reduce((count, row) => count + row.appointments, 0)).toBe(within.length);
  },
);

it('reports/patient-demographics counts the patients', async () => {
  const query = { group_by: 'gender', date_from: '2026-12-31' };
  const { rows } = await month.report('healthcare/reports/patient-demographics', query);
  expect(rows.map(({ label, patients: count }) => [label, count]).sort()).toEqual([
    ['female', 2],
    ['male', 2],
  ]);
});
