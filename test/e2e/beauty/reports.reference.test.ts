import { configureBeauty, newBeautyAppointment, newClient, newService, newStaffMember } from '../../support/beauty.js';
import { call, type Answer, type Json } from '../../support/client.js';
import { UNKNOWN_ID, contractSurface, everyRole, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { malaysianDay } from '../../support/retail.js';

const paths = ['sales', 'clients', 'staff-performance', 'commissions'] as const;
const UNASSIGNED = 'unassigned';

const ask = (tenant: TestTenant, path: string, query = {}, token = tenant.admin.token): Promise<Answer> =>
  call('GET', `/api/v1/beauty/reports/${path}/?${new URLSearchParams(query)}`, { token });
const report = async (tenant: TestTenant, path: string, query = {}, token?: string): Promise<Json> =>
  must(await ask(tenant, path, query, token), 200);

/** An appointment at ten on a day of March 2026, of services and members by id. */
const book = (tenant: TestTenant, lines: [service: Json, member: Json | null][], extra: Json = {}, day = 10) =>
  newBeautyAppointment(tenant, {
    services: lines.map(([{ id }, member]) => ({
      service_id: id,
      staff_id: member?.id ?? null,
      start_time: `2026-03-${day}T10:00:00+08:00`,
    })),
    ...extra,
  });
const act = async (tenant: TestTenant, { id }: Json, verb: string, body: unknown = {}): Promise<Json> =>
  must(await on.post(`/beauty/appointments/${id}/${verb}`, body, tenant.admin.token), 200);
const change = async (tenant: TestTenant, path: string, { id }: Json, body: unknown): Promise<Json> =>
  must(await on.put(`/beauty/${path}/${id}`, body, tenant.admin.token), 200);
const remove = async (tenant: TestTenant, path: string, { id }: Json): Promise<void> => {
  const { status } = await on.send('DELETE', `/beauty/${path}/${id}`, { token: tenant.admin.token });
  expect([200, 204]).toContain(status);
};
const register = async (tenant: TestTenant): Promise<void> => {
  const body = { settings: { sst_registration_number: 'W10-1808-32000001' } };
  expect((await contractSurface.put(`/tenants/${tenant.id}`, body, tenant.admin.token)).status).toBe(200);
};

const groupings = ['service', 'staff', 'client', 'day'] as const;

describe('A-150, A-152, A-153: every report', () => {
  let empty: TestTenant;
  beforeAll(async () => {
    empty = await newTenant();
  });

  it.each(paths)('%s is JSON, CSV or PDF, and zeros where there is nothing', async (path) => {
    const nothing = await report(empty, path);
    expectKeys(nothing, ['report', 'title', 'filters', 'rows', 'totals']);
    expect(nothing.rows).toEqual([]);
    expect(Object.values(nothing.totals).every((figure) => figure === 0)).toBe(true);
    const [csv, pdf] = [await ask(empty, path, { format: 'csv' }), await ask(empty, path, { format: 'pdf' })];
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(csv.text.replace('\uFEFF', '')).toMatch(/^group,label,/);
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    expectInvalid(on, await ask(empty, path, { format: 'xlsx' }), 'format');
    expectInvalid(on, await ask(empty, path, { date_to: '2026-02-30' }), 'date_to');
  });

  it.each([
    ['sales', 'day'],
    ['clients', 'membership_level'],
    ['commissions', 'service'],
  ])('%s is by %s unless told otherwise, and refuses what is none', async (path, group_by) => {
    expect((await report(empty, path)).filters).toMatchObject({ group_by });
    expectInvalid(on, await ask(empty, path, { group_by: 'nonsense' }), 'group_by');
  });
});

describe('A-268, A-269: one appointment of two services by two members', () => {
  let own: TestTenant;
  let appointment: Json;
  let members: [Json, Json];
  beforeAll(async () => {
    own = await newTenant();
    members = [await newStaffMember(own, { commission_rate: 10 }), await newStaffMember(own, { first_name: 'Ana' })];
    const [facial, wash] = [await newService(own), await newService(own, { name: 'Wash', price: 45.5 })];
    appointment = await book(own, [
      [facial, members[0]],
      [wash, members[1]],
    ]);
  });

  it('counts only once it is completed, and is 125.50 in every grouping', async () => {
    expect((await report(own, 'sales')).totals.total).toBe(0);
    await act(own, appointment, 'complete', { total_amount: 125.5, payment_received: 100 });
    for (const group_by of groupings) {
      const { rows, totals } = await report(own, 'sales', { group_by });
      expect(totals).toEqual({
        appointments: 1,
        services: 2,
        gross: 125.5,
        adjustment: 0,
        service_sales: 125.5,
        product_sales: 0,
        total: 125.5,
        tax: 0,
        ...{ memberships_sold: 0, packages_sold: 0, packages_redeemed: 0, packages_expired: 0, deposits_kept: 0 },
        collected: 100,
        outstanding: 25.5,
        in_credit: 0,
      });
      const isSplit = group_by === 'service' || group_by === 'staff';
      expect(rows.map((row: Json) => [row.total, row.collected])).toEqual(
        isSplit
          ? [
              [80, null],
              [45.5, null],
            ]
          : [[125.5, 100]],
      );
    }
    expect((await report(own, 'clients')).totals).toMatchObject({ clients: 1, visits: 1, revenue: 125.5 });
    const { rows, totals } = await report(own, 'staff-performance');
    expect(rows).toEqual([
      {
        group: members[0].id,
        label: 'Mei Ling',
        appointments: 1,
        services: 1,
        minutes: 30,
        total: 80,
        commission: 8,
        cancelled: 0,
        no_show: 0,
      },
      expect.objectContaining({ group: members[1].id, label: 'Ana Ling', total: 45.5, commission: 0 }),
    ]);
    expect(totals).toMatchObject({ appointments: 1, services: 2, minutes: 60, total: 125.5, commission: 8 });
  });

  it('counts on its day and on no other (A-242)', async () => {
    const totalOn = async (day: string) =>
      (await report(own, 'sales', { date_from: day, date_to: day, group_by: 'service' })).totals.total;
    expect([await totalOn('2026-03-09'), await totalOn('2026-03-10'), await totalOn('2026-03-11')]).toEqual([
      0, 125.5, 0,
    ]);
  });

  it('counts after service, member and client were deleted, under the names of its time (A-254)', async () => {
    await change(own, 'services', { id: appointment.services[0].service_id }, { name: 'Facial deluxe' });
    await change(own, 'staff', members[0], { first_name: 'May' });
    await remove(own, 'services', { id: appointment.services[0].service_id });
    await remove(own, 'staff', members[0]);
    const labels = async (group_by: string) =>
      (await report(own, 'sales', { group_by })).rows.map((row: Json) => row.label);
    expect(await labels('service')).toEqual(['Facial', 'Wash']);
    expect(await labels('staff')).toEqual(['Mei Ling', 'Ana Ling']);
    expect(await labels('client')).toEqual(['Siti Nur']);
    await remove(own, 'clients', { id: appointment.client_id });
    expect(await labels('client')).toEqual(['deleted']);
    const { rows } = await report(own, 'clients');
    expect(rows).toEqual([
      { group: 'deleted', label: 'deleted', clients: 0, new_clients: 0, visits: 1, revenue: 125.5 },
    ]);
  });

  it('counts no more once it is cancelled', async () => {
    await change(own, 'appointments', appointment, { status: 'cancelled' });
    // The payment that was not given back is kept.
    for (const group_by of groupings) {
      const { rows, totals } = await report(own, 'sales', { group_by });
      expect(rows).toMatchObject([{ appointments: 0, service_sales: 0, deposits_kept: 100, total: 100 }]);
      expect(totals).toMatchObject({ total: 100, service_sales: 0, deposits_kept: 100, appointments: 0 });
    }
    const { rows, totals } = await report(own, 'staff-performance');
    expect(rows.map((row: Json) => [row.total, row.commission, row.cancelled])).toEqual([
      [0, 0, 1],
      [0, 0, 1],
    ]);
    expect(totals).toMatchObject({ appointments: 0, total: 0, cancelled: 1, no_show: 0 });
    expect((await report(own, 'clients')).rows).toEqual([]);
  });
});

describe('A-268: sales', () => {
  it('tell prices from what was taken off and given back, and tax within', async () => {
    const own = await newTenant();
    await register(own);
    const spa = await newService(own, { price: 120, tax_rate: 8 });
    const member = await newStaffMember(own, { commission_rate: 12.5 });
    const appointment = await book(own, [[spa, member]]);
    await act(own, appointment, 'complete', { total_amount: 108, payment_received: true });
    const figures = async () => (await report(own, 'sales', { group_by: 'service' })).totals;
    expect(await figures()).toMatchObject({
      gross: 120,
      adjustment: -12,
      total: 108,
      tax: 8,
      collected: 108,
      outstanding: 0,
    });
    expect((await report(own, 'commissions')).rows).toMatchObject([
      { share: 108, tax: 8, rate: 12.5, commission: 12.5 },
    ]);
    await change(own, 'appointments', appointment, { payment_status: 'refunded' });
    expect(await figures()).toMatchObject({
      gross: 120,
      adjustment: -120,
      total: 0,
      tax: 0,
      collected: 0,
      outstanding: 0,
    });
    expect((await report(own, 'commissions')).totals).toMatchObject({ share: 0, commission: 0 });
  });

  it('count an appointment once for a service and a member, however many lines it has', async () => {
    const own = await newTenant();
    const [cut, member] = [await newService(own, { name: 'Cut', price: 30 }), await newStaffMember(own)];
    const appointment = await book(own, [
      [cut, member],
      [cut, null],
      [cut, member],
    ]);
    await act(own, appointment, 'complete');
    const by = async (group_by: string) =>
      (await report(own, 'sales', { group_by })).rows.map((row: Json) => [row.group, row.appointments, row.services]);
    expect(await by('service')).toEqual([[cut.id, 1, 3]]);
    expect(await by('staff')).toEqual([
      [member.id, 1, 2],
      [UNASSIGNED, 1, 1],
    ]);
    // Others in the order of the lines: whichever comes first counts.
    const services = [null, member.id, null].map((staff_id) => ({ service_id: cut.id, staff_id }));
    await change(own, 'appointments', appointment, { services });
    expect(await by('staff')).toEqual([
      [UNASSIGNED, 1, 2],
      [member.id, 1, 1],
    ]);
    expect((await report(own, 'sales', { group_by: 'staff' })).totals).toMatchObject({ appointments: 1, services: 3 });
  });

  it('call a service as it was called last', async () => {
    const own = await newTenant();
    const cut = await newService(own, { name: 'Cut', price: 30 });
    for (const [name, day] of [
      ['Haircut', 12],
      ['Trim', 11],
    ] as const) {
      await change(own, 'services', cut, { name });
      await act(own, await book(own, [[cut, null]], {}, day), 'complete');
    }
    expect((await report(own, 'sales', { group_by: 'service' })).rows).toMatchObject([
      { group: cut.id, label: 'Haircut', appointments: 2, total: 60 },
    ]);
  });

  it('keep what a member brought whose data were erased, without the name', async () => {
    const own = await newTenant();
    const member = await newStaffMember(own, { first_name: 'Rahsia', commission_rate: 50 });
    await act(own, await book(own, [[await newService(own), member]]), 'complete');
    must(await on.post(`/beauty/staff/${member.id}/erase`, {}, own.admin.token), 200);
    for (const path of ['sales', 'staff-performance', 'commissions']) {
      const { rows } = await report(own, path, path === 'staff-performance' ? {} : { group_by: 'staff' });
      expect(rows).toMatchObject([{ group: member.id, label: 'erased' }]);
    }
    expect((await ask(own, 'commissions')).text).not.toContain('Rahsia');
  });
});

describe('A-268: clients', () => {
  let own: TestTenant;
  const born = (years: number): string => `${Number(malaysianDay().slice(0, 4)) - years}-01-01`;
  beforeAll(async () => {
    own = await newTenant();
    const clients: Json[] = [
      { membership_level: 'Gold', frequency: 'monthly', gender: 'Female', date_of_birth: born(20) },
      { membership_level: ' gold', frequency: null, gender: 'female ', date_of_birth: born(20) },
      { membership_level: null, frequency: 'Monthly', gender: null, date_of_birth: born(70) },
      {},
    ];
    const service = await newService(own, { price: 50 });
    for (const client of clients) {
      const { id: client_id } = await newClient(own, client);
      await act(own, await book(own, [[service, null]], { client_id }), 'complete');
      await book(own, [[service, null]], { client_id, status: 'no_show' });
    }
    await newClient(own, { membership_level: 'silver' });
  });
  const by = async (group_by: string): Promise<unknown[]> =>
    (await report(own, 'clients', { group_by })).rows.map((r: Json) => [
      r.label.trim().toLowerCase(),
      r.clients,
      r.visits,
      r.revenue,
    ]);

  it('are grouped by level and frequency, however these were written', async () => {
    expect(await by('membership_level')).toEqual([
      ['gold', 2, 2, 100],
      ['none', 2, 2, 100],
      ['silver', 1, 0, 0],
    ]);
    expect(await by('frequency')).toEqual([
      ['none', 3, 2, 100],
      ['monthly', 2, 2, 100],
    ]);
  });

  it('are grouped by gender and age band (A-164)', async () =>
    expect(await by('demographics')).toEqual([
      ['female, 18-39', 2, 2, 100],
      ['unknown, 60+', 1, 1, 50],
      ['unknown, unknown', 2, 1, 50],
    ]));

  it('are all, in any period, with those new in it and the visits in it', async () => {
    const [march, today] = await Promise.all([
      report(own, 'clients', { date_to: '2026-03-31' }),
      report(own, 'clients', { date_from: malaysianDay() }),
    ]);
    expect(march.totals).toEqual({ clients: 5, new_clients: 0, visits: 4, revenue: 200 });
    expect(today.totals).toEqual({ clients: 5, new_clients: 5, visits: 0, revenue: 0 });
  });
});

describe('A-269: the work of staff', () => {
  let own: TestTenant;
  let members: [Json, Json];
  beforeAll(async () => {
    own = await newTenant();
    members = [await newStaffMember(own, { commission_rate: 10 }), await newStaffMember(own)];
    const service = await newService(own, { price: 60, duration_minutes: 45 });
    for (const extra of [{}, { status: 'cancelled' }, { status: 'no_show' }, { status: 'pending' }])
      await book(own, [[service, members[0]]], { status: 'completed', ...extra });
    await book(own, [[service, null]], { status: 'completed' });
    await book(own, [[service, members[1]]]);
  });

  it('is of everybody with a service in the period, of completed appointments, with those that failed', async () => {
    const { rows } = await report(own, 'staff-performance');
    expect(rows.map((r: Json) => [r.group, r.appointments, r.minutes, r.total, r.cancelled, r.no_show])).toEqual([
      [members[0].id, 1, 45, 60, 1, 1],
      [UNASSIGNED, 1, 45, 60, 0, 0],
      [members[1].id, 0, 0, 0, 0, 0],
    ]);
    expect((await report(own, 'staff-performance', { date_from: '2026-03-11' })).rows).toEqual([]);
  });

  it('is of one member where one is asked for; an unknown one did nothing', async () => {
    const { rows, totals } = await report(own, 'staff-performance', { staff_id: members[0].id });
    expect(rows.map((row: Json) => row.group)).toEqual([members[0].id]);
    expect(totals).toMatchObject({ appointments: 1, total: 60, cancelled: 1, no_show: 1 });
    for (const staff_id of [UNKNOWN_ID, 'abc', UNASSIGNED]) {
      const none = await report(own, 'staff-performance', { staff_id });
      expect([none.rows, new Set(Object.values(none.totals))]).toEqual([[], new Set([0])]);
    }
  });

  it('shows commissions to administrators and managers alone, in every format', async () => {
    const people = await everyRole(own);
    for (const role of ['ADMIN', 'MANAGER', 'STAFF', 'VIEWER'] as const) {
      const { token } = people[role];
      const isShown = role === 'ADMIN' || role === 'MANAGER';
      const { rows, totals } = await report(own, 'staff-performance', {}, token);
      expect([rows[0].commission, totals.commission]).toEqual(isShown ? [6, 6] : [null, null]);
      const csv = await ask(own, 'staff-performance', { format: 'csv' }, token);
      expect(csv.text.includes('commission')).toBe(isShown);
      expect((await ask(own, 'staff-performance', { format: 'pdf' }, token)).status).toBe(200);
      const commissions = await ask(own, 'commissions', {}, token);
      if (isShown) expect(commissions.status).toBe(200);
      else expectRefusal(on, commissions, 403, 'FORBIDDEN');
    }
  });
});

describe('A-272: commissions', () => {
  it('are of each service of a member with share and rate of its time, and their sums; of no client', async () => {
    const own = await newTenant();
    const [mei, ana] = [
      await newStaffMember(own, { commission_rate: 10 }),
      await newStaffMember(own, { first_name: 'Ana', commission_rate: 7.5 }),
    ];
    const [facial, wash] = [await newService(own), await newService(own, { name: 'Wash', price: 45.5 })];
    const client = await newClient(own, { first_name: 'Rahsia' });
    const first = await book(
      own,
      [
        [facial, mei],
        [wash, ana],
      ],
      { client_id: client.id },
    );
    await act(own, first, 'complete', { total_amount: 100 });
    const second = await book(own, [[facial, mei]], {}, 12);
    await act(own, second, 'complete');
    await change(own, 'staff', mei, { commission_rate: 20 });
    const answer = await ask(own, 'commissions');
    const lines = [
      ['Ana Ling', '2026-03-10', first.id, 'Wash', 36.25, 0, 7.5, 2.72],
      ['Mei Ling', '2026-03-10', first.id, 'Facial', 63.75, 0, 10, 6.38],
      ['Mei Ling', '2026-03-12', second.id, 'Facial', 80, 0, 10, 8],
    ];
    const { rows, totals } = answer.body.data;
    expect(
      rows.map((r: Json) => [r.label, r.day, r.appointment_id, r.service, r.share, r.tax, r.rate, r.commission]),
    ).toEqual(lines);
    expect(totals).toEqual({ share: 180, tax: 0, commission: 17.1 });
    for (const personal of ['Rahsia', client.id]) expect(answer.text).not.toContain(personal);

    const together = await report(own, 'commissions', { group_by: 'staff' });
    expect(together.rows.map((r: Json) => [r.label, r.services, r.share, r.commission, r.rate, r.day])).toEqual([
      ['Ana Ling', 1, 36.25, 2.72, null, null],
      ['Mei Ling', 2, 143.75, 14.38, null, null],
    ]);
    expect(together.totals).toEqual(totals);
    expect((await report(own, 'commissions', { staff_id: mei.id, date_from: '2026-03-11' })).totals.commission).toBe(8);
    expect((await report(own, 'staff-performance')).totals.commission).toBe(17.1);
  });

  it('are of what memberships left to pay', async () => {
    const own = await newTenant();
    await configureBeauty(own, { apply_membership_benefits: true });
    const member = await newStaffMember(own, { commission_rate: 50 });
    const { id: client_id } = await newClient(own);
    must(
      await on.post(
        '/beauty/memberships',
        // in force on the day of the visit.
        {
          client_id,
          membership_type: 'Gold',
          start_date: '2020-01-01',
          benefits: [{ type: 'percentage_discount', value: 10 }],
        },
        own.admin.token,
      ),
      201,
    );
    await act(own, await book(own, [[await newService(own), member]], { client_id }), 'complete');
    expect((await report(own, 'commissions')).rows).toMatchObject([{ share: 72, commission: 36 }]);
    expect((await report(own, 'sales')).totals).toMatchObject({ gross: 80, adjustment: -8, total: 72 });
  });
});
