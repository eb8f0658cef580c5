import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { configureHealthcare, healthcareShapes, must, newAppointment, newPatient } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

let tenant: TestTenant;
let token: string;
let patient_id: string;
beforeAll(async () => {
  tenant = await newTenant({ address: { state: 'Selangor' } });
  ({ token } = tenant.admin);
  patient_id = (await newPatient(tenant)).id;
});

const schedule = async (doctor: string, query = '', by = token): Promise<Json> =>
  must(await on.get(`/healthcare/doctors/${encodeURIComponent(doctor)}/schedule?${query}`, by), 200);
const book = (extra: Record<string, unknown>) => newAppointment(tenant, { patient_id, ...extra });
const idsOf = ({ appointments }: Json): string[] => appointments.map(({ id }: Json) => id);

describe('GET /api/v1/healthcare/doctors/{doctor_id}/schedule/', () => {
  it('A-132: of an unknown doctor is empty', async () => {
    const unknown = await schedule('dr-unknown');
    expectKeys(unknown, healthcareShapes.schedule);
    expect(unknown).toEqual({
      doctor_id: 'dr-unknown',
      date_from: null,
      date_to: null,
      working_hours: null,
      appointments: [],
      days: [],
    });
    for (const odd of ['a/b', 'Dr. Aminah binti Ali', '医生', 'x'.repeat(500), '\u0000', "'; drop table x"])
      expect(await schedule(odd)).toMatchObject({ doctor_id: odd, appointments: [] });
  });

  it('A-165: holds the doctor’s appointments of every status by day and time, and no other doctor’s', async () => {
    const at = (scheduled_date: string, scheduled_time: string, extra = {}) =>
      book({ doctor_id: 'dr-order', scheduled_date, scheduled_time, ...extra });
    const third = await at('2029-03-14', '08:00');
    const first = await at('2029-03-12', '16:00', { status: 'cancelled' });
    const second = await at('2029-03-13', '00:00', { status: 'completed' });
    await book({ doctor_id: 'dr-other' });
    const all = await schedule('dr-order');
    expect(idsOf(all)).toEqual([first.id, second.id, third.id]);
    expect(all.appointments[0]).toEqual(first);
    expect(idsOf(await schedule('dr-order', 'date_from=2029-03-13'))).toEqual([second.id, third.id]);
    expect(idsOf(await schedule('dr-order', 'date_to=2029-03-12'))).toEqual([first.id]);
    expect(idsOf(await schedule('dr-order', 'date_from=2029-03-13&date_to=2029-03-13'))).toEqual([second.id]);
    expect(idsOf(await schedule('dr-order', 'date_from=2029-03-14&date_to=2029-03-12'))).toEqual([]);
  });

  it('A-165: tells public holidays and prayer times of each day of a range', async () => {
    const { days } = await schedule('dr-days', 'date_from=2026-12-10&date_to=2026-12-12');
    expect(days).toHaveLength(3);
    expect(days[0]).toEqual({
      date: '2026-12-10',
      public_holidays: [],
      coverage: true,
      prayer_times: {
        fajr: expect.stringMatching(/^05:5\d:00$/),
        sunrise: expect.stringMatching(/^07:0\d:00$/),
        dhuhr: expect.stringMatching(/^13:0\d:00$/),
        asr: expect.stringMatching(/^16:3\d:00$/),
        maghrib: expect.stringMatching(/^19:0\d:00$/),
        isha: expect.stringMatching(/^20:[12]\d:00$/),
      },
      friday_prayer: null,
    });
    // A holiday of Selangor alone, and a Friday.
    expect(days[1]).toMatchObject({
      date: '2026-12-11',
      public_holidays: [{ name_en: 'Hari Keputeraan Sultan Selangor', is_replacement: false, is_expected: false }],
      friday_prayer: { start: '12:30:00', end: '14:30:00' },
    });
  });

  it('A-131: says where the holidays of a year are not known', async () => {
    const { days } = await schedule('dr-days', 'date_from=2035-08-31&date_to=2035-08-31');
    expect(days).toEqual([expect.objectContaining({ public_holidays: [], coverage: false })]);
  });

  it('A-165: tells them of the state in the address, and without one of the country', async () => {
    const range = 'date_from=2026-12-11&date_to=2026-12-11';
    const [nowhere, sabah] = [await newTenant(), await newTenant({ address: { state: 'sabah' } })];
    const [somewhere] = (await schedule('x', range)).days;
    const [unknown] = (await schedule('x', range, nowhere.admin.token)).days;
    const [east] = (await schedule('x', range, sabah.admin.token)).days;
    expect([somewhere, unknown, east].map(({ public_holidays }) => public_holidays.length)).toEqual([1, 0, 0]);
    expect(east.prayer_times.dhuhr < unknown.prayer_times.dhuhr).toBe(true);
    expect(east.friday_prayer).toEqual({ start: '11:45:00', end: '13:45:00' });
  });

  it.each([
    ['2026-12-01', '2026-12-31', 31],
    ['2026-12-01', '2027-01-01', 0],
    ['2026-12-31', '2027-01-01', 2],
    ['2026-12-02', '2026-12-01', 0],
    ['2028-02-29', '2028-02-29', 1],
    ['9999-12-31', '9999-12-31', 1],
    ['0001-01-01', '9999-12-31', 0],
  ])('A-165: from %s to %s tells of %s days', async (from, to, count) => {
    expect((await schedule('dr-days', `date_from=${from}&date_to=${to}`)).days).toHaveLength(count);
  });

  it('A-165: shows the working hours that the business has set', async () => {
    const working_hours = { monday: ['09:00-13:00', '14:00-17:00'] };
    const own = await newTenant();
    await configureHealthcare(own, { doctors: { 'dr-hours': { working_hours }, 'dr-none': {} } });
    expect((await schedule('dr-hours', '', own.admin.token)).working_hours).toEqual(working_hours);
    for (const doctor of ['dr-none', 'dr-other', 'constructor'])
      expect((await schedule(doctor, '', own.admin.token)).working_hours).toBeNull();
    expect((await schedule('dr-hours')).working_hours).toBeNull();
  });

  it('A-51: holds nothing of another tenant', async () => {
    const other = await newTenant();
    await book({ doctor_id: 'dr-shared' });
    expect(idsOf(await schedule('dr-shared', '', other.admin.token))).toEqual([]);
  });

  it.each(['date_from=2026-02-30', 'date_to=x'])('refuses %s', async (query) => {
    expectInvalid(on, await on.get(`/healthcare/doctors/x/schedule?${query}`, token), query.split('=')[0]!);
  });

  it('asks for a token', async () => {
    expectRefusal(on, await on.get('/healthcare/doctors/x/schedule'), 401);
  });
});
