import type { INestApplicationContext } from '@nestjs/common';
import { BeautyAppointmentService, FreeSlotService, StaffScheduleService } from '@usaha/beauty';
import type { Context, Database } from '@usaha/shared';
import { configureBeauty, newClient, newService, newStaffMember } from '../support/beauty.js';
import type { Json } from '../support/client.js';
import { openContexts } from '../support/contexts.js';
import { openDatabase } from '../support/opened-database.js';
import { newTenant, type TestTenant } from '../support/people.js';
import { atOnce } from '../support/retail.js';
import { workerState } from '../support/state.js';
import { statementsOf } from '../support/statements-sent.js';

/** How many statements an operation sends does not depend on how much there is. */

jest.setTimeout(120_000);

let tenant: TestTenant;
let client: Json;
let service: Json;
let members: Json[];
let database: Database;
let contexts: INestApplicationContext;
let appointments: BeautyAppointmentService;
beforeAll(async () => {
  database = await openDatabase(workerState().ownerUrl as string);
  contexts = await openContexts(database);
  appointments = contexts.get(BeautyAppointmentService);
  tenant = await newTenant();
  await configureBeauty(tenant, { prevent_double_booking: true, respect_working_hours: true });
  client = await newClient(tenant, { allergies: ['Lavender'] });
  service = await newService(tenant, { contraindications: ['lavender oil'], duration_minutes: 15 });
  members = await atOnce(20, () => newStaffMember(tenant, { working_hours: { monday: ['00:00-24:00'] } }));
});
afterAll(async () => {
  await contexts.close();
  await database.end();
});

const work = <T>(done: (ctx: Context) => Promise<T>): Promise<T> =>
  database.work({ tenant_id: tenant.id, actor: null, now: new Date() }, done);

const counted = <T>(done: (ctx: Context) => Promise<T>): Promise<{ count: number; result: T }> =>
  work((ctx) => statementsOf(ctx, done));

/** Lines on Mondays, one after the other, of one member after the other. */
const linesOf = (count: number, day: string, staff = members) =>
  Array.from({ length: count }, (_, i) => ({
    service_id: service.id,
    staff_id: staff[i % staff.length]?.id,
    start_time: new Date(Date.parse(`${day}T00:00:00+08:00`) + Math.floor(i / staff.length) * 900_000).toISOString(),
  }));

/** One line for each appointment of a member, on a number of days of July 2030. */
const linesByDay = (days: number, each: number, member: Json) =>
  Array.from({ length: days }, (_, i) => `2030-07-${String(i + 1).padStart(2, '0')}`).flatMap((day) =>
    linesOf(each, day, [member]).map((line) => [line]),
  );

const book = (count: number, day: string, staff?: Json[]) => (ctx: Context) =>
  appointments.create(ctx, { client_id: client.id, services: linesOf(count, day, staff) });

it('an appointment of 1,000 lines is made, read and changed in as many statements as one of one line', async () => {
  const [one, many] = [await counted(book(1, '2029-03-12')), await counted(book(1_000, '2029-03-19'))];
  expect([one.result.lines.length, many.result.lines.length]).toEqual([1, 1_000]);
  expect(many.count).toBe(one.count);
  const read = async (id: string) => {
    const { count, result } = await counted((ctx) => appointments.get(ctx, id));
    expect(result.warnings).toHaveLength(1);
    return count;
  };
  expect([await read(one.result.id), await read(many.result.id)]).toEqual([1, 1]);
  const change = async (id: string, count: number, day: string) => {
    const changed = await counted((ctx) => appointments.update(ctx, id, { services: linesOf(count, day) }));
    return changed.count;
  };
  expect(await change(many.result.id, 1_000, '2029-03-26')).toBe(await change(one.result.id, 1, '2029-04-02'));
  await work((ctx) => appointments.cancel(ctx, many.result.id, {}));
});

it('a month of 300 bookings is shown in as many statements as one of none', async () => {
  const member = await newStaffMember(tenant);
  const schedules = contexts.get(StaffScheduleService);
  const month = { date_from: '2030-07-01', date_to: '2030-07-31' };
  const shown = () => counted((ctx) => schedules.of(ctx, member.id, month));
  const none = await shown();
  // Ten a day, each at its own time.
  await work(async (ctx) => {
    for (const services of linesByDay(30, 10, member))
      await appointments.create(ctx, { client_id: client.id, services });
  });
  const some = await shown();
  expect(some.result.appointments).toHaveLength(300);
  expect(some.result.days.map(({ booked }) => booked.length)).toEqual([...Array<number>(30).fill(10), 0]);
  expect(some.count).toBe(none.count);
});

it('free times of 20 members on a full day are found in as many statements as on an empty one', async () => {
  const slots = contexts.get(FreeSlotService);
  const found = (date: string) => counted((ctx) => slots.on(ctx, { service_id: service.id, date }));
  const empty = await found('2031-03-17');
  await work(book(1_000, '2031-03-24'));
  const full = await found('2031-03-24');
  expect(full.count).toBe(empty.count);
  // Half of each member's day is taken: 50 of 96 quarter hours.
  expect(full.result.filter(({ staff_id }) => members.some(({ id }) => id === staff_id))).toHaveLength(20 * 46);
});
