import { configureBeauty, newBeautyAppointment, newClient, newService, newStaffMember } from '../../support/beauty.js';
import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

jest.setTimeout(180_000);

const MONDAY = '2029-03-12';
const at = (time: string, day = MONDAY) => `${day}T${time}:00+08:00`;

let tenant: TestTenant;
let token: string;
let facial: Json;
let mei: Json;
let lim: Json;
beforeEach(async () => {
  tenant = await newTenant({ address: { state: 'Selangor' } });
  ({ token } = tenant.admin);
  [facial, mei, lim] = await Promise.all([
    newService(tenant, { duration_minutes: 45 }),
    newStaffMember(tenant, { gender: 'Female', working_hours: { monday: ['09:00-12:00'], sunday: ['20:00-01:00'] } }),
    newStaffMember(tenant, { first_name: 'Ah', last_name: 'Lim', working_hours: { monday: ['10:00-11:00'] } }),
  ]);
});

const slots = async (query = '', day = MONDAY): Promise<Json[]> =>
  must(await on.get(`/beauty/free-slots?service_id=${facial.id}&date=${day}${query}`, token), 200) as Json[];
const startsOf = (found: Json[], member: Json): string[] =>
  found.filter(({ staff_id }) => staff_id === member.id).map(({ start_time }) => start_time.slice(11, 16));
const book = (services: Json[], extra: Json = {}) => newBeautyAppointment(tenant, { services, ...extra });
const line = (member: Json, start_time: string) => ({ service_id: facial.id, staff_id: member.id, start_time });

describe('A-273: GET /api/v1/beauty/free-slots/', () => {
  it('lists quarter hours within working hours, by start, then by member', async () => {
    const found = await slots();
    for (const slot of found) expectKeys(slot, ['staff_id', 'staff_name', 'start_time', 'end_time']);
    expect(startsOf(found, mei)).toEqual(
      '00:00 00:15 09:00 09:15 09:30 09:45 10:00 10:15 10:30 10:45 11:00 11:15'.split(' '),
    );
    expect(startsOf(found, lim)).toEqual(['10:00', '10:15']);
    const ten = found.filter(({ start_time }) => start_time === at('10:00'));
    expect(ten).toEqual([
      { staff_id: lim.id, staff_name: 'Ah Lim', start_time: at('10:00'), end_time: at('10:45') },
      { staff_id: mei.id, staff_name: 'Mei Ling', start_time: at('10:00'), end_time: at('10:45') },
    ]);
    expect(found.map(({ start_time }) => start_time)).toEqual(found.map(({ start_time }) => start_time).sort());
  });

  it('leaves out what lines take, whether or not double booking is prevented, and nothing for what is over', async () => {
    await book([line(mei, at('09:30'))]);
    await book([line(lim, at('10:00'))], { status: 'cancelled' });
    const found = await slots();
    expect(startsOf(found, mei)).toEqual('00:00 00:15 10:15 10:30 10:45 11:00 11:15'.split(' '));
    expect(startsOf(found, lim)).toEqual(['10:00', '10:15']);
  });

  it('narrows by member and by gender; a member without hours is free all day', async () => {
    const free = await newStaffMember(tenant, { gender: 'female ' });
    expect(startsOf(await slots(), free)).toHaveLength(96);
    const women = await slots('&staff_gender=FEMALE');
    expect(new Set(women.map(({ staff_id }) => staff_id))).toEqual(new Set([mei.id, free.id]));
    expect(startsOf(await slots(`&staff_id=${lim.id}`), lim)).toHaveLength(2);
    for (const unknown of [UNKNOWN_ID, 'x']) expect(await slots(`&staff_id=${unknown}`)).toEqual([]);
  });

  it('shows holidays and prayer times, and leaves them out under their policies', async () => {
    await newStaffMember(tenant);
    const [christmas, thursday] = ['2026-12-25', '2026-12-10'];
    const [all, prayer] = [await slots('', christmas), await slots('', thursday)];
    expect([all.length, prayer.length]).toEqual([96, 96]);
    await configureBeauty(tenant, { closed_on_public_holidays: true, avoid_prayer_times: true });
    expect(await slots('', christmas)).toEqual([]);
    const left = (await slots('', thursday)).map(({ start_time }) => start_time.slice(11, 16));
    expect(left).not.toContain('13:15');
    expect(left).toContain('12:30');
  });

  it('asks for a service that is offered, and for a day', async () => {
    const other = await newService(await newTenant());
    const gone = await newService(tenant, { is_active: false });
    for (const id of ['', UNKNOWN_ID, 'x', other.id, gone.id])
      expectInvalid(on, await on.get(`/beauty/free-slots?service_id=${id}&date=${MONDAY}`, token), 'service_id');
    for (const date of ['2030-02-30', 'monday'])
      expectInvalid(on, await on.get(`/beauty/free-slots?service_id=${facial.id}&date=${date}`, token), 'date');
    expect((await slots('', '9999-12-31')).length).toBeLessThan(96);
  });

  it('a member without hours is free within the opening hours of the salon', async () => {
    const free = await newStaffMember(tenant);
    await configureBeauty(tenant, { opening_hours: { monday: ['10:00-11:00'] } });
    const found = await slots();
    expect(startsOf(found, free)).toEqual(['10:00', '10:15']);
    expect(startsOf(found, mei)).toContain('09:00');
    expect(startsOf(await slots('', '2029-03-13'), free)).toEqual([]);
    await configureBeauty(tenant, { opening_hours: { someday: ['10:00-11:00'], monday: '10:00-11:00' } });
    expect(startsOf(await slots(), free)).toHaveLength(96);
  });

  it.each([[{}], [{ closed_on_public_holidays: true, avoid_prayer_times: true }]])(
    'over a whole day what it names is accepted, and the rest is 409, with %j',
    async (more) => {
      await configureBeauty(tenant, { prevent_double_booking: true, respect_working_hours: true, ...more });
      const [visitor, free] = await Promise.all([newClient(tenant), newStaffMember(tenant)]);
      await book([line(mei, at('09:50')), line(free, at('13:07')), line(free, at('23:50'))]);
      const named = new Set((await slots()).map(({ staff_id, start_time }) => `${staff_id} ${start_time}`));
      const quarters = Array.from({ length: 96 }, (_, i) => new Date(i * 900_000).toISOString().slice(11, 16));
      const wrong: string[] = [];
      // Each member's day in its order: what is accepted is cancelled, so that every start is asked for alone.
      const dayOf = async (member: Json): Promise<void> => {
        for (const start of quarters.map((time) => at(time))) {
          const body = { client_id: visitor.id, services: [line(member, start)] };
          const answer = await on.post('/beauty/appointments', body, token);
          if (answer.status === 201)
            must(await on.send('POST', `/beauty/appointments/${on.data(answer).id}/cancel`, { token }), 200);
          const expected = named.has(`${member.id} ${start}`) ? 201 : 409;
          if (answer.status !== expected) wrong.push(`${member.first_name} ${start}: ${answer.status}`);
        }
      };
      await Promise.all([mei, lim, free].map(dayOf));
      expect(wrong).toEqual([]);
      expect(named.size).toBeGreaterThan(50);
    },
  );
});
