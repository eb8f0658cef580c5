import type { Json } from '../../support/client.js';
import { sql } from '../../support/system-database.js';
import { at } from '../../support/system-service.js';
import type { Demo } from './demo.js';

const carriers = [
  { email: 'azlan@lembahpantas.example', slug: 'demo-kurier-lembah', collects: true },
  { email: 'khairul@laju.example', slug: 'demo-laju-ekspres', collects: false },
] as const;
type Carrier = (typeof carriers)[number];
/** How many rows the courier and the haulier have of each kind, at least and at most. */
const ranges: Readonly<
  Record<string, readonly [courier: readonly [number, number], haulier: readonly [number, number]]>
> = {
  drivers: [
    [14, 14],
    [10, 10],
  ],
  vehicles: [
    [12, 12],
    [8, 8],
  ],
  assignments: [
    [12, 12],
    [8, 8],
  ],
  routes: [
    [11, 11],
    [6, 6],
  ],
  maintenance_entries: [
    [40, 400],
    [40, 400],
  ],
  positions: [
    [300, 2_000],
    [200, 2_000],
  ],
  shipments: [
    [2_500, 6_000],
    [700, 1_500],
  ],
  shipment_events: [
    [10_000, 36_000],
    [2_500, 8_000],
  ],
  schedules: [
    [2_500, 8_000],
    [700, 1_500],
  ],
  proofs: [
    [700, 3_000],
    [0, 0],
  ],
};
const LOCAL = "at time zone 'Asia/Kuala_Lumpur'";

/** A schedule that is open; in the evening, when all parcels of the day are delivered, that of one which is booked now. */
async function openSchedule(
  read: (path: string) => Promise<Json>,
  post: (path: string, sent: Json) => Promise<Json>,
): Promise<Json> {
  for (const status of ['scheduled', 'in_progress']) {
    const [found] = (await read(`schedules/?status=${status}&page_size=1`)).data as Json[];
    if (found) return found;
  }
  const [{ origin, destination }] = (await read('shipments/?page_size=1')).data as [Json];
  const { id: shipment_id } = await post('shipments/', { origin, destination });
  await post(`shipments/${shipment_id}/update-status/`, { status: 'in_transit' });
  const scheduled_date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  return post('schedules/', { shipment_id, scheduled_date });
}

/** Every row of them, by table and carrier. */
export const carrierCounts = (demo: Demo): Promise<{ name: string; slug: string; count: number }[]> =>
  sql(
    demo.database().ownerUrl,
    `${Object.keys(ranges)
      .map(
        (name) =>
          `select '${name}' as name, t.slug, count(*)::int from core.tenants t join logistics.${name} r on r.tenant_id = t.id group by 2`,
      )
      .join(' union all ')} order by 1, 2`,
  );

/** The demo carriers are written many rows at once: they must be such as they would be, had everything been done one by one. */
export function describeCarriers(demo: Demo): void {
  /** Looks for faults: a query finds them, and an empty answer says that there are none. */
  const wrong = (query: string) => sql(demo.database().ownerUrl, `${query} limit 5`);

  /** Reads what the administrator of a carrier sees. */
  async function reader({ email, slug }: Carrier) {
    const token = await demo.signIn(email, slug);
    return async (path: string): Promise<Json> => {
      const found = await at(demo.service()).get(`/api/v1/logistics/${path}`, token);
      expect([path, found.status]).toEqual([path, 200]);
      return found.body;
    };
  }

  describe('the demo carriers', () => {
    it('are two, each with what a carrier of its size has', async () => {
      const found = await carrierCounts(demo);
      expect(new Set(found.map(({ slug }) => slug))).toEqual(new Set(carriers.map(({ slug }) => slug)));
      carriers.forEach(({ slug }, i) => {
        for (const [name, range] of Object.entries(ranges)) {
          const [least, most] = range[i] as readonly [number, number];
          const count = found.find((row) => row.slug === slug && row.name === name)?.count ?? 0;
          expect([slug, name, count, count >= least && count <= most]).toEqual([slug, name, count, true]);
        }
      });
    });

    it('have nothing that is still to come but schedules', async () => {
      for (const name of Object.keys(ranges))
        expect(await wrong(`select id from logistics.${name} where created_at > now()`)).toEqual([]);
      expect(
        await wrong('select id from logistics.shipments where updated_at > now() or actual_delivery_time > now()'),
      ).toEqual([]);
      expect(
        await wrong(`select id from logistics.schedules where updated_at > now()
          or (status in ('scheduled', 'in_progress') and scheduled_date < (now() ${LOCAL})::date - 1)`),
      ).toEqual([]);
    });

    it('A-283, A-284, A-285: have histories that are counted, in the order of time, and end with what the shipment is', async () => {
      expect(
        await wrong(`select s.id from logistics.shipments s join lateral (
            select count(*) as many, min(position) as first, max(position) as last, count(*) filter (where happened_at > created_at) as ahead
              from logistics.shipment_events e where e.tenant_id = s.tenant_id and e.shipment_id = s.id) c on true
          join logistics.shipment_events e on e.tenant_id = s.tenant_id and e.shipment_id = s.id and e.position = s.events
          where c.many <> s.events or c.first <> 1 or c.last <> s.events or c.ahead > 0 or s.version <> s.events
            or e.status <> s.status or e.driver_id is distinct from s.driver_id or e.vehicle_id is distinct from s.vehicle_id
            or e.driver_name is distinct from s.driver_name or e.created_at <> s.updated_at
            or (s.status = 'delivered') <> (s.actual_delivery_time is not null)
            or s.actual_delivery_time <> e.happened_at`),
      ).toEqual([]);
      expect(
        await wrong(`select id from (select id, status, position, happened_at, lag(happened_at) over (partition by tenant_id, shipment_id order by position) as before
          from logistics.shipment_events) e where happened_at < before or (position = 1) <> (before is null) or (position = 1 and status <> 'pending')`),
      ).toEqual([]);
    });

    it('A-296, A-301: have vehicles with their drivers, where they were last seen, with what was last read', async () => {
      expect(
        await wrong(`select v.id from logistics.vehicles v
          left join lateral (select driver_id from logistics.assignments a where a.tenant_id = v.tenant_id and a.vehicle_id = v.id
            order by position desc limit 1) a on true
          left join lateral (select latitude, longitude, counts_at from logistics.positions p where p.tenant_id = v.tenant_id
            and p.vehicle_id = v.id and p.latitude is not null order by counts_at desc, id desc limit 1) p on true
          left join lateral (select mileage from logistics.positions m where m.tenant_id = v.tenant_id and m.vehicle_id = v.id
            and m.mileage is not null order by counts_at desc, id desc limit 1) m on true
          where v.assigned_driver_id is distinct from a.driver_id or a.driver_id is null or p.counts_at is distinct from v.located_at
            or p.latitude <> v.latitude or p.longitude <> v.longitude or m.mileage is distinct from v.current_mileage
            or v.maintenance_entries <> (select count(*) from logistics.maintenance_entries e where e.tenant_id = v.tenant_id and e.vehicle_id = v.id)`),
      ).toEqual([]);
      expect(
        await wrong(`select p.id from (select p.*, lag(mileage) over (partition by tenant_id, vehicle_id order by counts_at, id) as before
          from logistics.positions p) p where mileage < before`),
      ).toEqual([]);
    });

    it('A-305, A-306: have schedules that follow their shipments, no driver twice at a time', async () => {
      expect(
        await wrong(`select s.id from logistics.shipments s join lateral (
            select status, scheduled_date from logistics.schedules d where d.tenant_id = s.tenant_id and d.shipment_id = s.id
             order by id desc limit 1) d on true
          where (s.status = 'delivered') <> (d.status = 'completed')
            or (s.status in ('cancelled', 'returned') and d.status <> 'cancelled')
            or (s.status = 'delivered' and s.actual_delivery_time < d.scheduled_date - interval '8 hours')`),
      ).toEqual([]);
      for (const whose of ['driver_id', 'vehicle_id'])
        expect(
          await wrong(`select id from (select id, starts_at, lag(ends_at) over (partition by tenant_id, ${whose} order by starts_at) as free
            from logistics.schedules) d where starts_at < free`),
        ).toEqual([]);
    });

    it('A-295: warn of a licence that has expired, and know of a road tax about to end and of a service that is due', async () => {
      const of = (slug: string) => `join core.tenants t on t.id = r.tenant_id and t.slug = '${slug}'`;
      const today = `(now() ${LOCAL})::date`;
      const many = async (query: string) => (await sql<{ count: number }>(demo.database().ownerUrl, query))[0]!.count;
      const haulier = of('demo-laju-ekspres');
      expect(
        await many(`select count(*)::int from logistics.drivers r ${haulier} where license_expiry < ${today}`),
      ).toBe(1);
      expect(
        await many(
          `select count(*)::int from logistics.vehicles r ${haulier} where road_tax_expiry between ${today} and ${today} + 30`,
        ),
      ).toBe(1);
      expect(
        await wrong(`select r.id from logistics.schedules r join logistics.drivers d on d.tenant_id = r.tenant_id and d.id = r.driver_id
          where ('license_expired' = any(r.warnings)) <> (d.license_expiry < r.scheduled_date)`),
      ).toEqual([]);
      expect(
        await many(`select count(*)::int from logistics.vehicles r ${of('demo-kurier-lembah')}
          where current_mileage >= (maintenance_schedule ->> 'next_service_mileage')::int`),
      ).toBeGreaterThan(0);
    });

    it('A-319: have proofs of what was collected, and a report that adds up to them', async () => {
      expect(
        await wrong(`select s.id from logistics.shipments s left join logistics.proofs p on p.tenant_id = s.tenant_id and p.shipment_id = s.id
          where (s.is_cod and s.status = 'delivered') <> (p.id is not null) or p.expected_amount <> s.payment_amount
            or (p.id is not null and p.driver_id is distinct from s.driver_id)
            or (p.collected_amount = p.expected_amount) <> (p.difference_reason is null)
            or p.day <> (p.created_at ${LOCAL})::date`),
      ).toEqual([]);
      const [sums] = await sql<{ parcels: number; expected_amount: number; collected_amount: number }>(
        demo.database().ownerUrl,
        `select count(*)::int as parcels, sum(expected_amount)::float8 as expected_amount, sum(collected_amount)::float8 as collected_amount
           from logistics.proofs`,
      );
      const read = await reader(carriers[0]);
      for (const group of ['driver_day', 'driver', 'day'])
        expect([group, (await read(`reports/cod-collections/?group_by=${group}`)).data.totals]).toEqual([
          group,
          expect.objectContaining(sums),
        ]);
      const owed = (await read('reports/cod-payouts/')).data.totals;
      expect(owed).toMatchObject({ parcels: sums!.parcels, owed_amount: sums!.collected_amount });
      expect(sums!.parcels).toBeGreaterThan(500);
      expect(sums!.collected_amount).toBeLessThan(sums!.expected_amount);
    });

    it.each(carriers)(
      'A-281, A-282: $slug: a parcel is found by its number as it is typed, with its history',
      async (carrier) => {
        const read = await reader(carrier);
        const [{ id, tracking_number, status }] = (await read('shipments/?status=delivered&page_size=1'))
          .data as Json[];
        const typed = tracking_number.toLowerCase().replace(/(.{4})/g, '$1-');
        const { data } = await read(`shipments/tracking/${typed}/`);
        expect([data.id, data.tracking_history.at(-1).status]).toEqual([id, status]);
        expect(data.tracking_history.length).toBeGreaterThan(3);
      },
    );

    it.each(carriers)('A-311, A-313, A-314: $slug: what reports add up is what the lists have', async (carrier) => {
      const read = await reader(carrier);
      const total = async (list: string): Promise<number> => (await read(`${list}page_size=1`)).pagination.total;
      const report = async (path: string): Promise<Json> => (await read(`reports/${path}`)).data;
      const [shipments, delivered, returned] = await Promise.all(
        ['shipments/?', 'shipments/?status=delivered&', 'shipments/?status=returned&'].map(total),
      );
      const schedules = await total('schedules/?');
      for (const group of ['status', 'service_type', 'origin_state', 'destination_state']) {
        const { totals, rows } = await report(`shipments/?group_by=${group}`);
        expect([group, totals]).toEqual([group, expect.objectContaining({ shipments, delivered, returned })]);
        expect(rows.length).toBeGreaterThan(1);
        expect(totals.cod_amount > 0).toBe(carrier.collects);
        expect(totals.on_time_rate).toBeGreaterThan(85);
      }
      for (const name of ['vehicle-performance', 'driver-performance'])
        expect((await report(`${name}/`)).totals).toMatchObject({ shipments, delivered, returned, schedules });
      expect((await report('route-efficiency/')).totals).toMatchObject({ schedules, delivered });
    });

    it.each(carriers)('A-307, A-309: $slug: the stops of a route are put in order', async (carrier) => {
      const token = await demo.signIn(carrier.email, carrier.slug);
      const read = await reader(carrier);
      const [{ id, waypoints }] = (await read('routes/?page_size=1')).data as Json[];
      const shipments = ((await read('shipments/?page_size=8')).data as Json[]).map((one) => one.id as string);
      const path = `/api/v1/logistics/routes/${id}/optimize/`;
      const { status, body } = await at(demo.service()).post(path, { shipments }, token);
      expect(status).toBe(200);
      expect([...body.data.shipments].sort()).toEqual([...shipments].sort());
      expect(body.data.stops.length).toBe(shipments.length + waypoints.length);
      expect([body.data.unlocated, body.data.total_distance_km > 10]).toEqual([[], true]);
    });

    it.each(carriers)(
      'A-305: $slug is open: a parcel on its way is delivered, and its schedule with it',
      async (carrier) => {
        const token = await demo.signIn(carrier.email, carrier.slug);
        const read = await reader(carrier);
        const post = async (of: string, sent: Json): Promise<Json> => {
          const answer = await at(demo.service()).post(`/api/v1/logistics/${of}`, sent, token);
          expect([`200 ${of}`, `201 ${of}`]).toContain(`${answer.status} ${of}`);
          return answer.body.data;
        };
        const { id, shipment_id } = await openSchedule(read, post);
        const path = `/api/v1/logistics/shipments/${shipment_id}/update-status/`;
        const { status, body } = await at(demo.service()).post(path, { status: 'delivered' }, token);
        expect([status, body.data.status]).toEqual([200, 'delivered']);
        expect((await read(`schedules/${id}/`)).data.status).toBe('completed');
      },
    );
  });
}
