import { configureBeauty, newBeautyAppointment, newClient, newService, newStaffMember } from '../../support/beauty.js';
import type { Answer, Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { atOnce, inTurns, withStatus } from '../../support/retail.js';

// Many requests at once, on a machine that may be busy.
jest.setTimeout(180_000);

const at = (time: string, day = '2029-03-12') => `${day}T${time}+08:00`;
const FIRST = 'services.0.start_time';

let tenant: TestTenant;
let token: string;
let client: Json;
let service: Json;
let mei: Json;
let lim: Json;

async function salon(settings: Record<string, unknown>, hours: Record<string, unknown> = {}): Promise<void> {
  tenant = await newTenant({ address: { state: 'Selangor' } });
  ({ token } = tenant.admin);
  [client, service, mei, lim] = await Promise.all([
    newClient(tenant),
    newService(tenant, { duration_minutes: 60 }),
    newStaffMember(tenant, { working_hours: hours }),
    newStaffMember(tenant, { first_name: 'Lim' }),
  ]);
  if (Object.keys(settings).length > 0) await configureBeauty(tenant, settings);
}

const line = (start_time: string | null, staff: Json | null = mei, extra: Record<string, unknown> = {}) => ({
  service_id: service.id,
  staff_id: staff && staff.id,
  start_time,
  ...extra,
});
const tryBook = (services: unknown[], extra: Record<string, unknown> = {}): Promise<Answer> =>
  on.post('/beauty/appointments', { client_id: client.id, services, ...extra }, token);
const book = async (services: unknown[], extra: Record<string, unknown> = {}): Promise<Json> =>
  must(await tryBook(services, extra), 201);
const change = (id: string, body: unknown) => on.put(`/beauty/appointments/${id}`, body, token);
const act = (id: string, action: string) => on.send('POST', `/beauty/appointments/${id}/${action}`, { token });
const count = async (): Promise<number> => on.total(await on.get('/beauty/appointments', token));

it('A-111: without a policy all of twenty have the same time', async () => {
  await salon({});
  expect(withStatus(await atOnce(20, () => tryBook([line(at('10:00:00'))])), 201)).toHaveLength(20);
});

describe('A-270: prevent_double_booking', () => {
  beforeAll(() => salon({ prevent_double_booking: true }));

  it('gives one slot to one of twenty', async () => {
    const clients = await atOnce(4, () => newClient(tenant));
    const before = await count();
    const services = [line(at('10:00:00', '2029-04-02'))];
    const answers = await atOnce(20, (i) => tryBook(services, { client_id: clients[i % 4]!.id }));
    expect([withStatus(answers, 201).length, withStatus(answers, 409).length]).toEqual([1, 19]);
    for (const refused of withStatus(answers, 409)) expectConflict(on, refused, FIRST);
    expect(await count()).toBe(before + 1);
  });

  it.each([
    ['11:00:00', 60, true],
    ['09:00:00', 60, true],
    ['10:59:59', 60, false],
    ['09:00:00', 61, false],
    ['09:00:00', 180, false],
    ['10:15:00', 5, false],
  ])('next to 10:00 to 11:00, at %s for %s minutes: free is %s', async (time, minutes, free) => {
    const member = await newStaffMember(tenant);
    await book([line(at('10:00:00'), member)]);
    const until = new Date(Date.parse(at(time)) + minutes * 60_000).toISOString();
    const answer = await tryBook([line(at(time), member, { end_time: until })]);
    if (free) must(answer, 201);
    else expectConflict(on, answer, FIRST);
  });

  it('finds what overlaps within one body, and names the later line', async () => {
    const ten = at('10:00:00', '2029-04-03');
    expectConflict(
      on,
      await tryBook([line(ten), line(null), line(at('10:30:00', '2029-04-03'))]),
      'services.2.start_time',
    );
    const { id } = await book([
      line(ten),
      line(ten, lim),
      line(ten, null),
      line(ten, null),
      line(at('11:00:00', '2029-04-03')),
    ]);
    // It is not in its own way.
    const { services } = must(await change(id, { notes: 'x' }), 200);
    must(await change(id, { services: [...services].reverse() }), 200);
    expectConflict(
      on,
      await change(id, { services: [...services, line(at('11:59:00', '2029-04-03'))] }),
      'services.5.start_time',
    );
  });

  it('frees the time of what is over, cancelled or missed', async () => {
    const services = [line(at('10:00:00', '2029-04-04'))];
    for (const action of ['cancel', 'complete']) {
      const { id } = await book(services);
      expectConflict(on, await tryBook(services), FIRST);
      must(await act(id, action), 200);
    }
    const { id } = await book(services);
    must(await change(id, { status: 'no_show' }), 200);
    const { id: taker } = await book(services);
    // No appointment moves back to a time that is taken since.
    expectConflict(on, await change(id, { status: 'pending' }), FIRST);
    must(await act(taker, 'cancel'), 200);
    must(await change(id, { status: 'pending' }), 200);
  });

  it('takes what is over at any time, and asks again for nothing that stays', async () => {
    const services = [line(at('10:00:00', '2029-04-05'))];
    await book(services);
    const { id } = await book(services, { status: 'completed' });
    must(await change(id, { notes: 'x', services }), 200);
    expectConflict(on, await change(id, { status: 'confirmed' }), FIRST);
  });

  it('asks for a new time and for a new member', async () => {
    await book([line(at('10:00:00', '2029-04-06'))]);
    const { id, services } = await book([line(at('10:00:00', '2029-04-06'), lim)]);
    expectConflict(on, await change(id, { services: [{ ...services[0], staff_id: mei.id }] }), FIRST);
    const moved = [{ ...services[0], staff_id: mei.id, start_time: at('11:00:00', '2029-04-06'), end_time: null }];
    must(await change(id, { services: moved }), 200);
    expectConflict(
      on,
      await change(id, { services: [{ ...moved[0], start_time: at('10:59:00', '2029-04-06') }] }),
      FIRST,
    );
  });

  it('sees plain times on their day, and what lasts past midnight', async () => {
    const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const member = await newStaffMember(tenant);
    await book([line('23:30:00', member)]);
    expectConflict(on, await tryBook([line(at('23:45:00', day), member)]), FIRST);
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    expectConflict(on, await tryBook([line(at('00:15:00', next), member)]), FIRST);
    must(await tryBook([line(at('00:30:00', next), member)]), 201);
  });

  it('lets one of twenty be moved to a slot', async () => {
    const waiting = await atOnce(20, (i) => book([line(at('10:00:00', `2029-05-${String(i + 1).padStart(2, '0')}`))]));
    const answers = await atOnce(20, (i) => change(waiting[i]!.id, { services: [line(at('10:00:00', '2029-06-01'))] }));
    expect([withStatus(answers, 200).length, withStatus(answers, 409).length]).toEqual([1, 19]);
  });

  it('200 bookings that name X, Y and Y, X: no deadlock, no overlap', async () => {
    const [x, y] = await Promise.all([newStaffMember(tenant), newStaffMember(tenant)]);
    const started = Date.now();
    const work = Array.from({ length: 200 }, (_, i) => () => {
      const slot = at(`${String(8 + (i % 10)).padStart(2, '0')}:00:00`, '2029-07-02');
      const later = at(`${String(8 + (i % 10)).padStart(2, '0')}:30:00`, '2029-07-02');
      const half = (start: string, staff: Json) =>
        line(start, staff, { end_time: new Date(Date.parse(start) + 1_800_000).toISOString() });
      // Twenty at once, ten each way round.
      return tryBook(i % 20 < 10 ? [half(slot, x), half(later, y)] : [half(slot, y), half(later, x)]);
    });
    const answers = await inTurns(20, work);
    expect(Date.now() - started).toBeLessThan(60_000);
    const booked = withStatus(answers, 201).map((answer) => on.data(answer));
    expect(withStatus(answers, 409)).toHaveLength(200 - booked.length);
    // Of each hour both ways round fit: X then Y, and Y then X.
    expect(booked).toHaveLength(20);
    const taken = booked.flatMap(({ services }) => services.map((one: Json) => `${one.staff_id} ${one.start_time}`));
    expect(new Set(taken).size).toBe(taken.length);
  });
});

describe('what is asked for at the same time', () => {
  beforeAll(() => salon({}));

  it('complete/ against cancel/: one wins', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id } = await book([line(null)]);
      const answers = await atOnce(20, (i) => act(id, i % 2 === 0 ? 'complete' : 'cancel'));
      expect([withStatus(answers, 200).length, withStatus(answers, 409).length]).toEqual([1, 19]);
      const [won] = withStatus(answers, 200);
      expect(must(await on.get(`/beauty/appointments/${id}`, token), 200)).toEqual(on.data(won as Answer));
    }
  });

  it('A-249: of ten complete/ one succeeds', async () => {
    const { id } = await book([line(null)]);
    const answers = await atOnce(10, () => act(id, 'complete'));
    expect([withStatus(answers, 200).length, withStatus(answers, 409).length]).toEqual([1, 9]);
  });

  it('of lines replaced twenty times at once, one version stands whole', async () => {
    const { id } = await book([line(null)]);
    const answers = await atOnce(20, (i) =>
      change(id, { services: Array.from({ length: (i % 4) + 1 }, () => line(at('10:00:00'), i % 2 ? mei : lim)) }),
    );
    expect(withStatus(answers, 200)).toHaveLength(20);
    const last = must(await on.get(`/beauty/appointments/${id}`, token), 200);
    expect(last.total_price).toBe(80 * last.services.length);
    expect(new Set(last.services.map((one: Json) => one.staff_id)).size).toBe(1);
  });
});

describe('A-270: respect_working_hours', () => {
  const hours = { Monday: ['09:00-13:00', '14:00-19:00'], friday: ['22:00-02:00'], public_holiday: [] };
  beforeAll(() => salon({ respect_working_hours: true }, hours));

  it.each([
    ['2029-03-12', '09:00:00', true],
    ['2029-03-12', '12:00:00', true],
    ['2029-03-12', '12:00:01', false],
    ['2029-03-12', '08:59:00', false],
    ['2029-03-12', '13:00:00', false],
    ['2029-03-13', '10:00:00', false],
    ['2029-03-16', '23:30:00', true],
    ['2029-03-17', '01:00:00', true],
    ['2029-03-17', '01:01:00', false],
    ['2029-03-16', '01:00:00', false],
  ])('on %s at %s: free is %s', async (day, time, free) => {
    const answer = await tryBook([line(null), line(at(time, day))]);
    if (free) must(answer, 201);
    else expectConflict(on, answer, 'services.1.start_time');
  });

  it('is of each member; hours that are not set forbid nothing, and neither do lines without time or member', async () => {
    const night = at('03:00:00');
    const named = await newStaffMember(tenant, { working_hours: { public_holiday: [], 'hari raya': ['x'] } });
    must(await tryBook([line(night, lim), line(night, null), line(night, named), line(null)]), 201);
    must(await tryBook([line(night)], { status: 'completed' }), 201);
  });
});

describe('A-270: closed_on_public_holidays, avoid_prayer_times', () => {
  beforeAll(() => salon({ closed_on_public_holidays: true, avoid_prayer_times: true }));

  it('refuse lines that begin then, naming their start', async () => {
    expectConflict(
      on,
      await tryBook([line(null, null), line(at('10:00:00', '2026-12-25'), null)]),
      'services.1.start_time',
    );
    expectConflict(on, await tryBook([line(at('13:15:00', '2026-12-10'))]), FIRST);
    must(await tryBook([line(at('12:30:00', '2026-12-10'))]), 201);
    must(await tryBook([line(at('10:00:00', '2026-12-25'))], { status: 'cancelled' }), 201);
  });
});

it('settings of another type count as not set', async () => {
  await salon({ prevent_double_booking: 'yes', respect_working_hours: 1 }, { monday: ['09:00-10:00'] });
  const services = [line(at('03:00:00'))];
  await book(services);
  await book(services);
  expect((await newBeautyAppointment(tenant, { services })).status).toBe('pending');
});
