import type { Json } from '../../support/client.js';
import { Month, dayOf, groupBy, total } from '../../support/month.js';
import { dropDatabases } from '../../support/system-database.js';
import { stopOwnServices } from '../../support/system-service.js';

/** A month of a salon: what its reports say is what its lists hold, in all formats. */

jest.setTimeout(300_000);

let month: Month;
let clients: Json[];
let staff: Json[];
let services: Json[];
let visits: Json[];
let takings: Json[];

beforeAll(async () => {
  month = await Month.begin(20_270_104);
  await month.moveTo('2026-12-31T09:00:00+08:00');
  clients = await Promise.all(
    ['Siti', 'Priya', 'Mei'].map((first_name) => month.post('beauty/clients', { first_name, last_name: 'Pelanggan' })),
  );
  staff = await Promise.all(
    ['Lim', 'Aida'].map((first_name) =>
      month.post('beauty/staff', { first_name, last_name: 'Kakitangan', commission_rate: 10 }),
    ),
  );
  services = await Promise.all(
    [
      { name: 'Facial', price: 88.35, category: 'Muka' },
      { name: 'Manicure', price: 45, category: 'Kuku' },
      { name: 'Rawatan rambut', price: 120.2, category: 'Rambut' },
    ].map((service) => month.post('beauty/services', { duration_minutes: 30, ...service })),
  );
  await month.live(openOnce);
  [visits, takings] = [await month.all('beauty/appointments'), await month.all('beauty/payments')];
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const booked: string[] = [];

async function openOnce(): Promise<void> {
  for (let left = 1 + month.random.int(3); left > 0; left -= 1) await attend();
  if (booked.length > 0 && month.random.chance(0.5)) await pay(month.random.pick(booked));
  if (booked.length > 0 && month.random.chance(0.3)) await giveBack(month.random.pick(booked));
}

async function attend(): Promise<void> {
  const { random } = month;
  const lines = Array.from({ length: 1 + random.int(2) }, () => ({
    service_id: random.pick(services).id,
    staff_id: random.pick(staff).id,
    start_time: `${month.today}T${10 + random.int(7)}:00:00+08:00`,
  }));
  const visit = await month.post('beauty/appointments', { client_id: random.pick(clients).id, services: lines });
  booked.push(visit.id);
  if (random.chance(0.3)) await pay(visit.id);
  if (random.chance(0.15)) {
    await month.try('POST', `beauty/appointments/${visit.id}/cancel`, { cancellation_reason: 'Sakit' });
    return;
  }
  await month.try('POST', `beauty/appointments/${visit.id}/complete`, {
    payment_method: random.pick(['cash', 'card']),
  });
}

/** A part of what is owed. */
async function pay(id: string): Promise<void> {
  const { total_amount, total_price, amount_paid, status } = await month.get(`beauty/appointments/${id}`);
  const owed = total([total_amount ?? total_price, -amount_paid]);
  if (owed < 10 || status === 'cancelled') return;
  const body = {
    amount: month.random.pick([10, owed]),
    payment_method: month.random.pick(['cash', 'Tunai', 'duitnow']),
  };
  await month.try('POST', `beauty/appointments/${id}/payments`, body);
}

async function giveBack(id: string): Promise<void> {
  const { amount_paid, status } = await month.get(`beauty/appointments/${id}`);
  if (amount_paid < 5 || status === 'cancelled') return;
  await month.try('POST', `beauty/appointments/${id}/refunds`, { amount: 5, reason: 'Tidak puas hati' });
}

const sum = (rows: readonly Json[], of: (row: Json) => number): number => total(rows.map(of));
/** Once something was given back after the completion, what is held at most. */
const brought = ({ total_amount, amount_paid, amount_refunded }: Json): number =>
  amount_refunded > 0 ? Math.min(total_amount, amount_paid) : total_amount;
const completed = (): Json[] => visits.filter(({ status }) => status === 'completed');

it('is long enough to show something', () => {
  expect(completed().length).toBeGreaterThan(35);
  expect(takings.filter(({ kind }) => kind === 'refund').length).toBeGreaterThan(1);
  expect(visits.filter(({ status }) => status === 'cancelled').length).toBeGreaterThan(2);
});

it('every completed visit has one number of the series, without gaps', () => {
  const numbers = completed().map(({ invoice_number }) => invoice_number as string);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.sort()).toEqual(numbers.map((_, i) => `INV-2027-${String(i + 1).padStart(6, '0')}`));
});

it.each(['day', 'service', 'staff', 'client'])(
  'reports/sales by %s adds up to the completed visits',
  async (group_by) => {
    const { rows, totals } = await month.report('beauty/reports/sales', { group_by });
    expect([totals.appointments, totals.service_sales]).toEqual([completed().length, sum(completed(), brought)]);
    for (const figure of ['service_sales', 'total', 'tax', 'gross'])
      expect([figure, sum(rows, (row) => row[figure])]).toEqual([figure, totals[figure]]);
    if (group_by === 'day') expect(totals.collected).toBe(sum(visits, (visit) => visit.amount_paid));
  },
);

it('reports/daily-closing counts each day what came in and went out on it', async () => {
  let net = 0;
  for (const [date, all] of groupBy(takings, ({ created_at }) => dayOf(created_at))) {
    const { totals } = await month.report('beauty/reports/daily-closing', { date });
    const of = (kind: string): Json[] => all.filter((one) => one.kind === kind);
    expect([date, totals.payments, totals.takings, totals.refunds]).toEqual([
      date,
      of('payment').length,
      sum(of('payment'), (one) => one.amount),
      sum(of('refund'), (one) => one.amount),
    ]);
    net = total([net, totals.net]);
  }
  // All that came in, less what went out, is what visits have been paid.
  expect(net).toBe(sum(visits, (visit) => visit.amount_paid));
});

it('reports/staff-performance counts the services that each member gave', async () => {
  const { rows } = await month.report('beauty/reports/staff-performance');
  for (const { id } of staff) {
    const lines = completed()
      .flatMap((visit) => visit.services)
      .filter((line: Json) => line.staff_id === id);
    expect([id, rows.find(({ group }) => group === id)?.services]).toEqual([id, lines.length]);
  }
});

it('reports/clients counts every visit once', async () => {
  const { totals } = await month.report('beauty/reports/clients');
  expect(totals.visits).toBe(completed().length);
});
