import { beautyShapes, newBeautyAppointment, newClient, newService, newStaffMember } from '../../support/beauty.js';
import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const at = (time: string, day: string) => `${day}T${time}:00+08:00`;

let tenant: TestTenant;
let token: string;
let client: Json;
let facial: Json;
let mei: Json;
let lim: Json;
beforeAll(async () => {
  tenant = await newTenant({ address: { state: 'Selangor' } });
  ({ token } = tenant.admin);
  [client, facial, mei, lim] = await Promise.all([
    newClient(tenant),
    newService(tenant),
    newStaffMember(tenant, { working_hours: { monday: ['09:00-12:00', '13:00-18:00'], sunday: [] } }),
    newStaffMember(tenant, { first_name: 'Lim' }),
  ]);
});

const line = (staff: Json | null, start_time: string | null = null) => ({
  service_id: facial.id,
  staff_id: staff && staff.id,
  start_time,
});
const book = (services: Json[], extra: Json = {}) =>
  newBeautyAppointment(tenant, { client_id: client.id, services, ...extra });

describe('A-250: GET /api/v1/beauty/clients/{client_id}/history/', () => {
  const history = async (id: string, query = '') => on.get(`/beauty/clients/${id}/history?${query}`, token);

  it('lists all of a client’s appointments, the latest day and start first', async () => {
    const own = await newClient(tenant);
    const of = (services: Json[], status = 'pending') => book(services, { client_id: own.id, status });
    const late = await of([line(mei, at('15:00', '2031-01-02'))], 'no_show');
    const first = await of([line(mei, at('09:00', '2031-01-01'))], 'cancelled');
    const early = await of([line(null, at('16:00', '2031-01-02')), line(null, at('10:00', '2031-01-02'))], 'completed');
    await book([line(mei, at('09:00', '2031-01-01'))]);
    const answer = await history(own.id);
    expect(on.rows(answer, 'appointments')).toEqual([late, early, first]);
    expect(on.total(answer)).toBe(3);
    const one = await history(own.id, 'date_from=2031-01-01&date_to=2031-01-01');
    expect([on.rows(one, 'appointments'), on.total(one)]).toEqual([[first], 1]);
    const second = await history(own.id, 'page=2&page_size=1');
    expect([on.rows(second, 'appointments'), on.total(second)]).toEqual([[early], 3]);
    expect(on.rows(await history(own.id, 'page=9'), 'appointments')).toEqual([]);
    must(await on.send('DELETE', `/beauty/clients/${own.id}`, { token }), 200);
    expectRefusal(on, await history(own.id), 404);
  });

  it('is 404 for an unknown client, and refuses days that are none', async () => {
    for (const id of [UNKNOWN_ID, 'x']) expectRefusal(on, await history(id), 404);
    expectInvalid(on, await history(client.id, 'date_from=2030-02-30'), 'date_from');
  });
});

describe('A-251: GET /api/v1/beauty/staff/{staff_id}/schedule/', () => {
  const schedule = async (id: string, query = ''): Promise<Json> =>
    must(await on.get(`/beauty/staff/${id}/schedule?${query}`, token), 200);

  it('shows appointments with a line of the member that starts in the range, and the member’s lines by day', async () => {
    const [monday, tuesday] = ['2030-06-10', '2030-06-11'];
    const both = await book([line(lim, at('10:00', monday)), line(mei, at('11:00', tuesday))], { status: 'confirmed' });
    const later = await book([line(mei, at('15:00', monday))]);
    const gone = await book([line(mei, at('14:00', monday))], { status: 'cancelled' });
    const shown = await schedule(mei.id, `date_from=${monday}&date_to=${monday}`);
    expectKeys(shown, ['staff_id', 'date_from', 'date_to', 'working_hours', 'appointments', 'days']);
    expect(shown).toMatchObject({ staff_id: mei.id, date_from: monday, date_to: monday });
    expect(shown.working_hours).toEqual({ monday: ['09:00-12:00', '13:00-18:00'], sunday: [] });
    expect(shown.appointments).toEqual([gone, later]);
    expectKeys(shown.days[0], ['date', 'working_hours', 'booked', 'public_holidays', 'coverage', 'prayer_times']);
    expect(shown.days).toEqual([
      {
        date: monday,
        working_hours: ['09:00-12:00', '13:00-18:00'],
        booked: [
          {
            appointment_id: gone.id,
            service_name: 'Facial',
            start_time: at('14:00', monday),
            end_time: at('14:30', monday),
            status: 'cancelled',
          },
          expect.objectContaining({ appointment_id: later.id, status: 'pending' }),
        ],
        public_holidays: [],
        coverage: false,
        prayer_times: expect.objectContaining({ dhuhr: expect.stringMatching(/^13:/) }),
      },
    ]);
    const next = await schedule(mei.id, `date_from=${tuesday}&date_to=${tuesday}`);
    expect([next.appointments, next.days[0].booked.length, next.days[0].working_hours]).toEqual([[both], 1, []]);
    const others = await schedule(lim.id, `date_from=${monday}&date_to=${tuesday}`);
    expect(others.days.map((day: Json) => day.booked.length)).toEqual([1, 0]);
    expect([others.working_hours, others.days[0].working_hours]).toEqual([null, null]);
    for (const appointment of others.appointments) expectKeys(appointment, beautyShapes.appointment);
  });

  it('goes by the lines within the range, regardless of the other lines of an appointment', async () => {
    const member = await newStaffMember(tenant);
    const [before, day] = ['2030-06-17', '2030-06-18'];
    const early = await book([line(member, at('10:00', day))]);
    const late = await book([line(member, at('15:00', day)), line(member, at('09:00', before))]);
    const shown = async (query: string) => (await schedule(member.id, query)).appointments.map(({ id }: Json) => id);
    expect(await shown(`date_from=${day}&date_to=${day}`)).toEqual([early.id, late.id]);
    expect(await shown(`date_from=${before}&date_to=${day}`)).toEqual([late.id, early.id]);
  });

  it('shows all without days, holidays of the state, and no days of a long range', async () => {
    const member = await newStaffMember(tenant);
    const untimed = await book([line(member)]);
    const timed = await book([line(member, at('10:00', '2026-12-11'))]);
    expect((await schedule(member.id)).appointments).toEqual([untimed, timed]);
    expect((await schedule(member.id)).days).toEqual([]);
    const december = await schedule(member.id, 'date_from=2026-12-01&date_to=2026-12-31');
    expect(december.days).toHaveLength(31);
    expect(december.days[10].public_holidays).toHaveLength(1);
    expect((await schedule(member.id, 'date_from=2026-12-01&date_to=2027-01-01')).days).toEqual([]);
  });

  it('is 404 for an unknown or deleted member', async () => {
    const member = await newStaffMember(tenant);
    must(await on.send('DELETE', `/beauty/staff/${member.id}`, { token }), 200);
    for (const id of [UNKNOWN_ID, 'x', member.id])
      expectRefusal(on, await on.get(`/beauty/staff/${id}/schedule?date_from=x`, token), 404);
  });
});
