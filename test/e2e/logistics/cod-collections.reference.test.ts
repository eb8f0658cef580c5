import fc from 'fast-check';
import { call, type Answer, type Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { newCodShipment, newDriver, newProof, newShipment } from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { propertyRuns } from '../../support/property-runs.js';
import { atOnce, malaysianDay } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

const ask = (tenant: TestTenant, query = {}, token = tenant.admin.token): Promise<Answer> =>
  call('GET', `/api/v1/logistics/reports/cod-collections/?${new URLSearchParams(query)}`, { token });
const report = async (tenant: TestTenant, query = {}): Promise<Json> => must(await ask(tenant, query), 200);
const carry = async (tenant: TestTenant, { id }: Json, driver_id: string | null): Promise<string> => {
  const body = { status: 'in_transit', driver_id };
  must(await on.post(`/logistics/shipments/${id}/update-status`, body, tenant.admin.token), 200);
  return id;
};
/** As if it had been recorded on that day. */
const moveTo = (day: string, id: string): Promise<unknown> =>
  sql(workerState().ownerUrl as string, 'update logistics.proofs set day = $1 where id = $2', [day, id]);

/** A parcel that was handed over, in whole sen: what was to be collected, and what was. */
interface Collected {
  driver: number;
  day: number;
  expected: number;
  collected: number;
}

/** Exact, or as coins of five sen pay it. */
const isAsOwed = ({ expected, collected }: Collected): boolean =>
  expected === collected || Math.round(expected / 5) * 5 === collected;

const DAYS = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'];

describe('A-319: the collections of a day, per driver', () => {
  let own: TestTenant;
  let drivers: (string | null)[];
  let parcels: Collected[];
  beforeAll(async () => {
    own = await newTenant();
    const named = await atOnce(3, (i) =>
      newDriver(own, { first_name: 'Ahmad', last_name: ['Faizal', 'Rahim', 'Zul'][i] }),
    );
    drivers = [...named.map(({ id }) => id as string), null];
    const sen = fc.oneof(
      fc.constant(0),
      fc.integer({ min: 1, max: 99_999_999_999 }),
      fc.integer({ min: 1, max: 20_000 }),
    );
    const parcel = fc
      .record({ driver: fc.nat(3), day: fc.nat(3), expected: sen, collected: sen, isExact: fc.boolean() })
      .map(({ isExact, ...one }) => ({ ...one, collected: isExact ? one.expected : one.collected }));
    parcels = fc.sample(parcel, { numRuns: 60, seed: 319 });
    for (let from = 0; from < parcels.length; from += 10)
      await Promise.all(
        parcels.slice(from, from + 10).map(async ({ driver, day, expected, collected }) => {
          const id = await carry(own, await newCodShipment(own, expected / 100), drivers[driver] as string | null);
          const said = {
            collected_amount: collected / 100,
            difference_reason: expected === collected ? null : 'Kurang',
          };
          await moveTo(DAYS[day] as string, (await newProof(own, id, said)).id);
        }),
      );
    // Shipments that are not paid on delivery are in no row.
    await newProof(own, (await newShipment(own, { payment_amount: 10 })).id);
  });

  /** Sums in whole sen, as exact as they are written. */
  const sumsOf = (of: readonly Collected[]) => {
    const sum = (figure: (one: Collected) => number) =>
      Number(of.reduce((total, one) => total + BigInt(figure(one)), 0n)) / 100;
    return {
      parcels: of.length,
      expected_amount: sum(({ expected }) => expected),
      collected_amount: sum(({ collected }) => collected),
      difference: sum(({ expected, collected }) => collected - expected),
      differences: of.filter((one) => !isAsOwed(one)).length,
      unrecorded: 0,
      remitted_amount: 0,
      held_amount: sum(({ collected }) => collected),
    };
  };

  it('are the sums of the proofs, for every grouping, period and driver', async () => {
    const query = fc.record({
      group_by: fc.constantFrom('driver_day', 'driver', 'day'),
      date_from: fc.option(fc.constantFrom(...DAYS), { nil: undefined }),
      date_to: fc.option(fc.constantFrom(...DAYS), { nil: undefined }),
      driver: fc.option(fc.nat(2), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(query, async ({ group_by, date_from, date_to, driver }) => {
        const driver_id = driver === undefined ? undefined : drivers[driver];
        const given = Object.entries({ group_by, date_from, date_to, driver_id }).filter(
          ([, value]) => value !== undefined,
        );
        const { rows, totals } = await report(own, Object.fromEntries(given));
        const meant = parcels.filter((one) => {
          const day = DAYS[one.day] as string;
          return (driver === undefined || one.driver === driver) && day >= (date_from ?? '') && day <= (date_to ?? '9');
        });
        const groupOf = (one: Collected): string => {
          const group = group_by === 'day' ? DAYS[one.day] : (drivers[one.driver] ?? 'unassigned');
          return group_by === 'driver_day' ? `${group} ${DAYS[one.day]}` : `${group}`;
        };
        const groups = new Map<string, Collected[]>();
        for (const one of meant) groups.set(groupOf(one), [...(groups.get(groupOf(one)) ?? []), one]);
        const found = rows.map(({ group, day, label: _, ...figures }: Json) => [
          group_by === 'driver_day' ? `${group} ${day}` : group,
          figures,
        ]);
        expect(Object.fromEntries(found)).toEqual(
          Object.fromEntries([...groups].map(([key, of]) => [key, sumsOf(of)])),
        );
        expect(found).toHaveLength(groups.size);
        expect(totals).toEqual(sumsOf(meant));
      }),
      { numRuns: propertyRuns() },
    );
  });

  it('are listed by day, then by name, and without a driver last', async () => {
    const { rows } = await report(own);
    expectKeys(rows[0], [
      'group',
      'label',
      'day',
      'parcels',
      'expected_amount',
      'collected_amount',
      'difference',
      'differences',
      'unrecorded',
      'remitted_amount',
      'held_amount',
    ]);
    const order = rows.map(({ day, label }: Json) => `${day} ${label === 'unassigned' ? 'z' : label}`);
    expect(order).toEqual([...order].sort());
    const names = (await report(own, { group_by: 'driver' })).rows.map(({ label }: Json) => label);
    expect(names).toEqual(['Ahmad Faizal', 'Ahmad Rahim', 'Ahmad Zul', 'unassigned']);
    const days = (await report(own, { group_by: 'day' })).rows;
    expect(days.map(({ group, label, day }: Json) => [group, label, day])).toEqual(DAYS.map((day) => [day, day, null]));
  });

  it('are JSON, CSV or PDF, in English and in Malay', async () => {
    const csv = await ask(own, { format: 'csv' });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, ...lines] = csv.text.replace('\uFEFF', '').trim().split('\r\n');
    expect(head).toBe(
      'group,label,day,parcels,expected_amount,collected_amount,difference,differences,unrecorded,remitted_amount,held_amount',
    );
    expect(lines).toHaveLength((await report(own)).rows.length);
    const pdf = await print('/logistics/reports/cod-collections/?format=pdf&group_by=driver', own.admin.token, 'ms');
    expect(pdf).toMatchObject({ status: 200, isPdf: true, title: 'Kutipan bayaran semasa terima', language: 'ms-MY' });
  });

  it.each([
    ['group_by', 'nonsense'],
    ['format', 'xlsx'],
    ['date_to', '2026-02-30'],
    ['date_from', '10/03/2026'],
  ])('refuse %s=%s', async (name, value) => {
    expectInvalid(on, await ask(own, { [name]: value }), name);
  });

  it.each([UNKNOWN_ID, 'x', 'unassigned'])('are nothing for the driver %s, who is none', async (driver_id) => {
    const { rows, totals } = await report(own, { driver_id });
    expect([rows, totals.parcels, totals.collected_amount]).toEqual([[], 0, 0]);
  });
});

describe('A-319: whose collection it is', () => {
  it('is that of who had the shipment then, on the day of Malaysia, not of its present driver', async () => {
    const own = await newTenant();
    const [one, other] = [await newDriver(own), await newDriver(own, { last_name: 'Rahim' })];
    const id = await carry(own, await newCodShipment(own, 59.9), one.id);
    await newProof(own, id, { collected_amount: 50, difference_reason: 'Kurang' });
    await carry(own, { id }, other.id);
    const { rows } = await report(own);
    const figures = {
      ...{ parcels: 1, expected_amount: 59.9, collected_amount: 50, difference: -9.9, differences: 1 },
      ...{ unrecorded: 0, remitted_amount: 0, held_amount: 50 },
    };
    expect(rows).toEqual([{ group: one.id, label: 'Ahmad Faizal', day: malaysianDay(), ...figures }]);
  });

  it('is still that of a driver who was deleted, and without the name where that was erased', async () => {
    const own = await newTenant();
    const { id: driver } = await newDriver(own);
    const shipment = await carry(own, await newCodShipment(own, 59.9), driver);
    await newProof(own, shipment, { collected_amount: 59.9 });
    await on.send('DELETE', `/logistics/drivers/${driver}`, { token: own.admin.token });
    const shown = async () =>
      (await report(own)).rows.map(({ group, label, collected_amount }: Json) => [group, label, collected_amount]);
    expect(await shown()).toEqual([[driver, 'Ahmad Faizal', 59.9]]);
    must(await on.send('POST', `/logistics/drivers/${driver}/erase`, { token: own.admin.token }), 200);
    expect(await shown()).toEqual([[driver, 'erased', 59.9]]);
  });

  it('is shown to all of the tenant, and to no other user', async () => {
    const own = await newTenant();
    await newProof(own, (await newCodShipment(own, 1)).id, { collected_amount: 1 });
    const people = await everyRole(own);
    for (const { token } of Object.values(people))
      expect(must(await ask(own, {}, token), 200).totals).toMatchObject({ parcels: 1, collected_amount: 1 });
    expect((await report(await newTenant())).totals).toMatchObject({ parcels: 0, collected_amount: 0 });
    const answer = await ask(own, {}, 'unknown');
    expectRefusal(on, answer, 401);
  });
});
