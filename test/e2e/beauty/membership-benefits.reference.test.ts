import { act, book, newPackage, newSalon, readAppointment, type Salon } from '../../support/beauty-money.js';
import { beautyRecord, configureBeauty, newClient, newMembership } from '../../support/beauty.js';
import type { Json } from '../../support/client.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';

/** benefits by the day of the visit, and which of them are taken off. */

jest.setTimeout(120_000);

const daysFromNow = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

let salon: Salon;
beforeEach(async () => {
  salon = await newSalon();
  await configureBeauty(salon.tenant, { apply_membership_benefits: true });
});

const percent = (value: number) => ({ type: 'percentage_discount', value });
const join = (benefits: Json[], more: Json = {}) =>
  newMembership(salon.tenant, { client_id: salon.client_id, benefits, ...more });
const service = async (more: Json): Promise<string> =>
  (await beautyRecord(salon.tenant, '/services', { name: 'Spa', price: 100, ...more })).id;
async function chargedFor(service_ids: string[], start_time?: string): Promise<number> {
  const { id } = await book(salon, { services: service_ids.map((service_id) => ({ service_id, start_time })) });
  must(await act(salon, id, 'complete'), 200);
  return (await readAppointment(salon, id)).total_amount;
}

describe('the day of the visit', () => {
  it('counts, whenever the visit is completed: a membership that ends at midnight', async () => {
    const [before, last] = [daysFromNow(-2), daysFromNow(-1)];
    await join([percent(10)], { start_date: before, end_date: last });
    expect(await chargedFor([salon.cut], `${last}T23:50:00+08:00`)).toBe(72);
    expect(await chargedFor([salon.cut], `${daysFromNow(0)}T00:00:00+08:00`)).toBe(80);
    expect(await chargedFor([salon.cut], `${before}T00:00:00+08:00`)).toBe(72);
    expect(await chargedFor([salon.cut], `${daysFromNow(-3)}T23:59:00+08:00`)).toBe(80);
  });

  it('a membership without a first day is in force since it was created', async () => {
    await join([percent(10)]);
    expect(await chargedFor([salon.cut])).toBe(72);
    expect(await chargedFor([salon.cut], `${daysFromNow(-1)}T10:00:00+08:00`)).toBe(80);
  });
});

describe('what is taken off', () => {
  it('is the best for the client of each line, never added up', async () => {
    const [free, promoted, better, other] = [
      await service({}),
      await service({ promotion_discount: 30, membership_discount: 20 }),
      await service({ promotion_discount: 5, membership_discount: 20 }),
      await service({}),
    ];
    await join([percent(10), { type: 'free_service', service_id: free }, { type: 'priority' }]);
    expect(await chargedFor([free])).toBe(0);
    expect(await chargedFor([promoted])).toBe(70);
    expect(await chargedFor([better])).toBe(80);
    expect(await chargedFor([other])).toBe(90);
    expect(await chargedFor([free, promoted, better, other])).toBe(240);
  });

  it('is the promotion of a client without a membership, and nothing where the salon applies no benefits', async () => {
    const promoted = await service({ promotion_discount: 30, membership_discount: 50 });
    expect(await chargedFor([promoted])).toBe(70);
    await configureBeauty(salon.tenant, {});
    expect(await chargedFor([promoted])).toBe(100);
  });

  it("is a package's membership_discount at its sale, of members on that day", async () => {
    const { id: package_id } = await newPackage(salon, 3, { total_price: 99.99, membership_discount: 15 });
    const path = `/clients/${salon.client_id}/packages`;
    const sell = (more: Json = {}) => beautyRecord(salon.tenant, path, { package_id, ...more });
    expect(await sell()).toMatchObject({ price: 99.99, discount_amount: 0 });
    await join([], { start_date: daysFromNow(-1) });
    expect(await sell()).toMatchObject({ price: 84.99, discount_amount: 15 });
    expect(await sell({ purchase_date: daysFromNow(-2) })).toMatchObject({ price: 99.99 });
    await configureBeauty(salon.tenant, {});
    expect(await sell()).toMatchObject({ price: 99.99 });
  });
});

describe('GET waiting-list/', () => {
  it('has those with priority first, then by their check-in, until the visit begins', async () => {
    const waiting = async (query = ''): Promise<Json[]> =>
      must(await on.get(`/beauty/waiting-list${query}`, salon.token), 200);
    const visits: string[] = [];
    const member = await newClient(salon.tenant, { first_name: 'Mona', last_name: 'Lim' });
    for (const client_id of [salon.client_id, member.id, salon.client_id]) {
      const { id } = await book(salon, { client_id });
      visits.push(id);
      must(await act(salon, id, 'check-in'), 200);
    }
    await book(salon);
    await newMembership(salon.tenant, { client_id: member.id, benefits: [{ type: 'priority' }] });
    const [first, second, third] = visits as [string, string, string];
    const found = await waiting();
    expect(found.map(({ appointment_id }) => appointment_id)).toEqual([second, first, third]);
    expect(found[0]).toMatchObject({ client_name: 'Mona Lim', priority: true, services: ['Potongan'] });
    expectKeys(found[0], [
      ...['appointment_id', 'client_id', 'client_name', 'priority', 'checked_in_at', 'starts_at', 'services'],
    ]);
    must(await act(salon, second, 'start'), 200);
    expect((await waiting()).map(({ appointment_id }) => appointment_id)).toEqual([first, third]);
    expect(await waiting(`?date=${daysFromNow(-1)}`)).toEqual([]);
    expectInvalid(on, await on.get('/beauty/waiting-list?date=x', salon.token), 'date');
  });

  it('goes by the check-in alone where the salon applies no benefits', async () => {
    await configureBeauty(salon.tenant, {});
    const [first, second] = [await book(salon), await book(salon)];
    for (const { id } of [first, second]) must(await act(salon, id, 'check-in'), 200);
    await join([{ type: 'priority' }]);
    const rows: Json[] = must(await on.get('/beauty/waiting-list', salon.token), 200);
    expect(rows.map(({ appointment_id, priority }) => [appointment_id, priority])).toEqual([
      [first.id, false],
      [second.id, false],
    ]);
  });
});
