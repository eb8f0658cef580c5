import fc from 'fast-check';
import { newBeautyAppointment, newClient, newPackage, newService, newStaffMember } from '../../support/beauty.js';
import { call, type Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { allRows, inTurns } from '../../support/retail.js';

/** Every report and grouping has one total, that of the list, in every state of appointments. */

jest.setTimeout(120_000);

const planned = fc.record({
  lines: fc.array(fc.record({ service: fc.nat(3), member: fc.option(fc.nat(2)) }), { minLength: 1, maxLength: 4 }),
  client: fc.nat(4),
  day: fc.integer({ min: 10, max: 14 }),
  fate: fc.constantFrom('booked', 'posted', 'put', 'completed', 'charged', 'no_show', 'cancelled', 'reopened'),
  total: fc.integer({ min: 0, max: 30_000 }).map((sen) => sen / 100),
  received: fc.constantFrom(true, 30, null),
  isRedeemed: fc.boolean(),
  isRefunded: fc.boolean(),
  isPaidAgain: fc.boolean(),
  isChanged: fc.boolean(),
});
type Plan = typeof planned extends fc.Arbitrary<infer P> ? P : never;

const seed = Date.now() % 2 ** 31;
const sen = (amount: number): number => Math.round(amount * 100);
const sum = (rows: Json[], key: string): number => rows.reduce((total: number, row) => total + sen(row[key]), 0);
const count = (rows: Json[], key: string): number => rows.reduce((total: number, row) => total + row[key], 0);

let own: TestTenant;
let services: Json[];
let members: Json[];
let clients: Json[];

const path = ({ id }: Json) => `/beauty/appointments/${id}`;
const put = async (appointment: Json, body: Json): Promise<Json> =>
  must(await on.put(path(appointment), body, own.admin.token), 200);
const act = async (appointment: Json, verb: string, body: Json = {}): Promise<Json> =>
  must(await on.post(`${path(appointment)}/${verb}`, body, own.admin.token), 200);

const fates: Record<Plan['fate'], (appointment: Json, plan: Plan) => Promise<Json>> = {
  booked: (appointment) => Promise.resolve(appointment),
  posted: (appointment) => Promise.resolve(appointment),
  put: (appointment) => put(appointment, { status: 'completed' }),
  completed: (appointment, { received }) => act(appointment, 'complete', { payment_received: received }),
  charged: (appointment, { total, received }) =>
    act(appointment, 'complete', { total_amount: total, payment_received: received }),
  no_show: (appointment) => put(appointment, { status: 'no_show' }),
  cancelled: (appointment) => act(appointment, 'cancel', { refund_amount: Math.min(1, appointment.total_price) }),
  reopened: async (appointment) => {
    await act(appointment, 'complete', { payment_received: true });
    return put(appointment, { status: 'confirmed' });
  },
};

/** The client has a package that pays for the first service. */
async function redeemFor({ id: appointment_id, client_id, services: [{ service_id }] }: Json): Promise<void> {
  const { token } = own.admin;
  const { id: package_id } = await newPackage(own, { services: [{ service_id, sessions: 1 }] });
  const sold = must(await on.post(`/beauty/clients/${client_id}/packages`, { package_id }, token), 201);
  must(await on.post(`/beauty/client-packages/${sold.id}/redeem`, { appointment_id, service_id }, token), 200);
}

async function happen(plan: Plan): Promise<void> {
  const { lines, client, day, fate, isRedeemed, isRefunded, isPaidAgain, isChanged } = plan;
  const start_time = `2026-03-${day}T23:30:00+08:00`;
  const body = {
    client_id: clients[client]?.id,
    status: fate === 'posted' ? 'completed' : 'pending',
    services: lines.map(({ service, member }) => ({
      service_id: services[service]?.id,
      staff_id: member === null ? null : members[member]?.id,
      start_time,
    })),
  };
  const booked = await newBeautyAppointment(own, body);
  // What a package pays stands in no answer: the list can be compared where complete/ said what was charged.
  if (isRedeemed && fate !== 'posted' && fate !== 'put') await redeemFor(booked);
  const appointment = await fates[fate](booked, plan);
  if (isRefunded) await put(appointment, { payment_status: 'refunded' });
  if (isPaidAgain) await put(appointment, { payment_status: 'paid' });
  // The last is first, and one more comes of the same service.
  if (isChanged) await put(appointment, { services: [...body.services].reverse().concat(body.services.slice(0, 1)) });
}

beforeAll(async () => {
  own = await newTenant();
  const body = { settings: { sst_registration_number: 'W10-1808-32000001' } };
  must(await on.put(`/tenants/${own.id}`, body, own.admin.token), 200);
  const prices = [80, 45.5, 0, 33.33];
  services = await inTurns(
    1,
    prices.map((price, i) => () => newService(own, { price, tax_rate: [0, 8, 6][i % 3] })),
  );
  members = await inTurns(
    1,
    [10, 33.3333, null].map((commission_rate) => () => newStaffMember(own, { commission_rate })),
  );
  clients = await inTurns(
    1,
    [0, 1, 2, 3, 4].map((i) => () => newClient(own, i % 2 ? { membership_level: 'Gold', gender: 'female' } : {})),
  );
  await inTurns(
    4,
    fc.sample(planned, { numRuns: 60, seed }).map((plan) => () => happen(plan)),
  );
  for (const gone of [`services/${services[0]?.id}`, `staff/${members[0]?.id}`, `clients/${clients[1]?.id}`])
    expect((await on.send('DELETE', `/beauty/${gone}`, { token: own.admin.token })).status).toBeLessThan(300);
});

const report = async (name: string, query: Record<string, string>): Promise<{ rows: Json[]; totals: Json }> =>
  must(
    await call('GET', `/api/v1/beauty/reports/${name}/?${new URLSearchParams(query)}`, { token: own.admin.token }),
    200,
  );

/** What the list of the same days says that was brought: these were refunded after they were completed, if at all. */
function brought({ total_amount, total_price, amount_refunded, amount_paid }: Json): number {
  const charged = sen(total_amount ?? total_price);
  return amount_refunded > 0 ? Math.min(charged, sen(amount_paid)) : charged;
}

describe.each([
  {},
  { date_from: '2026-03-12' },
  { date_to: '2026-03-12' },
  { date_from: '2026-03-11', date_to: '2026-03-11' },
  { date_from: '2026-03-15' },
] as Record<string, string>[])(`of %j (seed ${seed})`, (days) => {
  let listed: Json[];
  let completed: Json[];
  let total: number;
  beforeAll(async () => {
    listed = await allRows(`/beauty/appointments?${new URLSearchParams(days)}`, own.admin.token);
    completed = listed.filter(({ status }) => status === 'completed');
    total = completed.reduce((all: number, appointment) => all + brought(appointment), 0);
  });

  it.each(['service', 'staff', 'client', 'day'])('sales by %s have the total of the list', async (group_by) => {
    const { rows, totals } = await report('sales', { ...days, group_by });
    const lines = completed.reduce((all: number, { services: of }) => all + of.length, 0);
    expect([sen(totals.service_sales), sum(rows, 'service_sales')]).toEqual([total, total]);
    expect(sum(rows, 'total')).toBe(sen(totals.total));
    expect([sen(totals.gross), sum(rows, 'gross')]).toEqual(Array(2).fill(sum(completed, 'total_price')));
    expect(sen(totals.adjustment)).toBe(total - sum(completed, 'total_price'));
    expect([totals.appointments, totals.services, count(rows, 'services')]).toEqual([completed.length, lines, lines]);
    expect(sen(totals.collected)).toBe(sum(listed, 'amount_paid') + sen(totals.packages_sold));
    // What counts, and is owed as service, is what was collected, is to be paid, or is in credit.
    const { packages_sold, packages_redeemed, collected, outstanding, in_credit } = totals;
    expect(sen(totals.total) + sen(packages_sold) - sen(packages_redeemed)).toBe(
      sen(collected) + sen(outstanding) - sen(in_credit),
    );
    if (group_by === 'client' || group_by === 'day') {
      expect(count(rows, 'appointments')).toBe(completed.length);
      for (const key of ['packages_sold', 'collected', 'outstanding', 'in_credit'])
        expect(sum(rows, key)).toBe(sen(totals[key]));
    }
    for (const row of rows) expect(sen(row.gross + row.adjustment)).toBe(sen(row.service_sales));
  });

  it('sales by service and by staff count each appointment once in every group that it is in', async () => {
    for (const [group_by, key] of [
      ['service', 'service_id'],
      ['staff', 'staff_id'],
    ] as const) {
      const { rows } = await report('sales', { ...days, group_by });
      for (const { group, appointments } of rows.filter((row) => row.group !== 'other')) {
        const isIn = ({ services: of }: Json) => of.some((line: Json) => (line[key] ?? 'unassigned') === group);
        expect([group, appointments]).toEqual([group, completed.filter(isIn).length]);
      }
    }
  });

  it.each(['membership_level', 'frequency', 'demographics'])('clients by %s have it too', async (group_by) => {
    const { rows, totals } = await report('clients', { ...days, group_by });
    expect([sen(totals.revenue), sum(rows, 'revenue')]).toEqual([total, total]);
    expect([totals.clients, totals.visits, count(rows, 'visits')]).toEqual([4, completed.length, completed.length]);
  });

  it('the work of staff has it too, member by member as sales by staff; so have commissions', async () => {
    const [work, sales, lines, together] = await Promise.all([
      report('staff-performance', days),
      report('sales', { ...days, group_by: 'staff' }),
      report('commissions', days),
      report('commissions', { ...days, group_by: 'staff' }),
    ]);
    expect([sen(work.totals.total), sum(work.rows, 'total')]).toEqual([total, total]);
    const inStatus = (status: string) => listed.filter((appointment) => appointment.status === status).length;
    expect(work.totals).toMatchObject({
      appointments: completed.length,
      cancelled: inStatus('cancelled'),
      no_show: inStatus('no_show'),
    });
    for (const row of sales.rows.filter(({ group }) => group !== 'other'))
      expect(work.rows.find(({ group }) => group === row.group)).toMatchObject({
        label: row.label,
        appointments: row.appointments,
        services: row.services,
        total: row.total,
      });
    for (const { group, ...figures } of work.rows.filter(({ group: of }) => of !== 'unassigned')) {
      const alone = await report('staff-performance', { ...days, staff_id: group });
      expect(alone.rows).toEqual([{ group, ...figures }]);
      const { label: _, ...sums } = figures;
      expect(alone.totals).toEqual(sums);
    }
    const unassigned = sum(
      work.rows.filter(({ group }) => group === 'unassigned'),
      'total',
    );
    expect(sen(lines.totals.share)).toBe(total - unassigned);
    expect([lines.totals.commission, together.totals]).toEqual([work.totals.commission, lines.totals]);
    for (const { share, tax, rate, commission } of lines.rows)
      expect(Math.abs(commission - ((share - tax) * (rate ?? 0)) / 100)).toBeLessThan(0.0051);
  });
});
