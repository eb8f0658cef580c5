import { Shipment, locate, type ShipmentEvent } from '@usaha/logistics';
import { malaysianDay, malaysianTime } from '@usaha/shared';
import { publicHolidays, stateNamed } from '@usaha/shared/malaysia';
import { dayAfter, weekdayOf } from '../core/demo-days.js';
import { carrierHistoryOf, type CarrierHistory } from './carrier-history.js';
import { containerNumber } from './container-number.js';
import type { DemoCarrier } from './demo-carrier.js';
import { demoCarriers } from './demo-carriers.js';
import { merchants } from './merchants.js';
import { corridors, sites } from './places/corridors.js';
import { hub, zones } from './places/klang-valley.js';

const [courier, haulier] = demoCarriers as [DemoCarrier, DemoCarrier];
const historyOf = (carrier: DemoCarrier, now: string): CarrierHistory =>
  carrierHistoryOf(carrier, new Date(now), ['counter', 'hub']);

/** When all are on the road, on the first Sunday of a year, and past midnight. */
const moments = ['2026-11-24T04:30:00Z', '2027-01-03T02:00:00Z', '2026-07-01T16:30:00Z'];
const [now = ''] = moments;
const histories = moments.flatMap((at) =>
  demoCarriers.map((carrier) => ({ at, carrier, history: historyOf(carrier, at) })),
);
const historyAt = (carrier: DemoCarrier): CarrierHistory =>
  histories.find((one) => one.at === now && one.carrier === carrier)?.history as CarrierHistory;
const share = (of: readonly unknown[], all: readonly unknown[]): number => of.length / all.length;
const isSorted = (times: readonly Date[]): boolean =>
  times.every((time, i) => i === 0 || (times[i - 1] as Date) <= time);

describe.each(histories)('the history of $carrier.tenant_id at $at', ({ at, history }) => {
  const { consignments, vehicles, drivers, routes, time } = history;

  it('A-283: tells of every shipment in the order of time, and last what it is', () => {
    const wrong = consignments.filter(({ shipment, entries }) => {
      const last = entries.at(-1) as ShipmentEvent;
      const isCounted = entries.every(
        ({ position, shipment_id }, i) => position === i + 1 && shipment_id === shipment.id,
      );
      const isToldInOrder = isSorted(entries.map(({ happened_at }) => happened_at));
      const isRecordedInOrder = isSorted(entries.map(({ created_at }) => created_at));
      const isTold = entries.every(({ happened_at, created_at }) => happened_at <= created_at);
      const isLast = last.status === shipment.status && last.driver_id === shipment.driver_id;
      const counts = shipment.events === entries.length && shipment.version === entries.length;
      const isWhole = isCounted && isToldInOrder && isRecordedInOrder && isTold && isLast && counts;
      return (
        !isWhole || entries[0]?.status !== 'pending' || shipment.updated_at.getTime() !== last.created_at.getTime()
      );
    });
    expect(wrong.map(({ entries }) => entries)).toEqual([]);
  });

  it('has nothing that is still to come but schedules', () => {
    const instants = [
      ...[...drivers.map(({ driver }) => driver), ...vehicles.map(({ vehicle }) => vehicle), ...routes].map(
        (one) => one.updated_at,
      ),
      ...consignments.flatMap(({ shipment, entries, schedules }) => [
        shipment.created_at,
        shipment.updated_at,
        ...entries.map(({ created_at }) => created_at),
        ...schedules.flatMap(({ created_at, updated_at }) => [created_at, updated_at]),
      ]),
      ...vehicles.flatMap((one) =>
        [...one.positions, ...one.maintenance, ...one.assignments].map((row) => row.created_at),
      ),
    ];
    expect(instants.filter((instant) => instant > new Date(at))).toEqual([]);
    const schedules = consignments.flatMap((one) => one.schedules);
    expect(schedules.some((one) => one.is_open)).toBe(true);
    const stale = schedules.filter((one) => one.is_open && one.scheduled_date < time.today);
    expect(stale).toEqual([]);
  });

  it('A-285, A-287: promises and measures as a new shipment does', () => {
    const figures = ({ estimated_delivery_time, promised_until, total_distance_km, distance_source }: Shipment) => ({
      estimated_delivery_time,
      promised_until,
      total_distance_km,
      distance_source,
    });
    const wrong = consignments.filter(
      ({ shipment }) =>
        JSON.stringify(figures(Shipment.of({ ...shipment }, shipment.created_at))) !==
        JSON.stringify(figures(shipment)),
    );
    expect(wrong).toEqual([]);
    expect(consignments.filter(({ shipment }) => shipment.distance_source === 'none')).toEqual([]);
  });

  it('A-305: has schedules that follow their shipments', () => {
    const wrong = consignments.filter(({ shipment: { status, id }, schedules }) => {
      const last = schedules.at(-1);
      const isOpen = schedules.slice(0, -1).some((one) => one.is_open);
      if (isOpen || schedules.some((one) => one.shipment_id !== id)) return true;
      if (status === 'delivered') return last?.status !== 'completed';
      return (
        schedules.some((one) => one.status === 'completed') ||
        (status !== 'in_transit' && status !== 'pending' && last?.is_open)
      );
    });
    expect(wrong).toEqual([]);
  });

  it('A-306: gives no driver and no vehicle two schedules at a time, and plans on days of work', () => {
    const schedules = consignments.flatMap((one) => one.schedules);
    for (const whose of ['driver_id', 'vehicle_id'] as const) {
      const free = new Map<string, Date>();
      schedules.sort((a, b) => (a.starts_at as Date).getTime() - (b.starts_at as Date).getTime());
      const twice = schedules.filter(({ [whose]: id, starts_at, ends_at }) => {
        const isBusy = (free.get(id as string) ?? new Date(0)) > (starts_at as Date);
        free.set(id as string, ends_at as Date);
        return isBusy;
      });
      expect(twice).toEqual([]);
    }
    expect(schedules.filter(({ scheduled_date }) => !time.isWorking(scheduled_date))).toEqual([]);
  });

  it('A-301: has mileages that never fall, and vehicles that are where they were last seen', () => {
    for (const { vehicle, positions } of vehicles) {
      expect(isSorted(positions.map(({ counts_at }) => counts_at))).toBe(true);
      const mileages = positions.map(({ mileage }) => mileage as number);
      expect(mileages).toEqual([...mileages].sort((a, b) => a - b));
      expect(vehicle.current_mileage).toBe(mileages.at(-1));
      const last = positions.findLast(({ latitude }) => latitude !== null);
      expect([vehicle.latitude, vehicle.longitude, vehicle.last_updated]).toEqual([
        last?.latitude,
        last?.longitude,
        last?.reported_for,
      ]);
      expect(malaysianDay(vehicle.last_updated as Date) >= dayAfter(time.today, -1)).toBe(true);
    }
  });

  it('A-303: counts the entries of maintenance, in the order of time, and ends with the status', () => {
    for (const { vehicle, maintenance } of vehicles) {
      expect(maintenance.map(({ position }) => position)).toEqual(maintenance.map((_, i) => i + 1));
      expect(vehicle.maintenance_entries).toBe(maintenance.length);
      expect(isSorted(maintenance.map(({ created_at }) => created_at))).toBe(true);
      const statuses = maintenance.filter(({ kind }) => kind === 'status').map(({ became }) => became);
      expect(statuses.at(-1) ?? 'active').toBe(vehicle.status);
    }
    expect(
      vehicles.filter(({ maintenance }) => maintenance.some(({ kind }) => kind === 'service')).length,
    ).toBeGreaterThan(vehicles.length / 2);
  });

  it('A-281: has no tracking number twice', () => {
    const numbers = consignments.map(({ shipment }) => shipment.tracking_number);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

it('A-290: a courier collects the value of what is sent, and sends back parcels that are not accepted', () => {
  const shipments = historyAt(courier).consignments.map(({ shipment }) => shipment);
  const cod = shipments.filter(({ payment_method }) => payment_method === 'cod');
  expect(share(cod, shipments)).toBeGreaterThan(0.25);
  expect(cod.filter(({ payment_amount, package_details }) => payment_amount !== package_details.value_myr)).toEqual([]);
  for (const { payment_amount } of shipments)
    expect(Math.round((payment_amount as number) * 100) / 100).toBe(payment_amount);
  const of = (status: string): number => shipments.filter((one) => one.status === status).length;
  expect(of('returned')).toBeGreaterThan(10);
  expect(of('cancelled')).toBeGreaterThan(20);
  expect(of('pending')).toBeGreaterThan(0);
  expect(of('in_transit')).toBeGreaterThan(3);
  const delivered = shipments.filter(({ status }) => status === 'delivered');
  expect(share(delivered, shipments)).toBeGreaterThan(0.9);
  const onTime = delivered.filter((one) => (one.actual_delivery_time as Date) <= one.promised_until);
  expect(share(onTime, delivered)).toBeGreaterThan(0.88);
  expect(share(onTime, delivered)).toBeLessThan(0.99);
});

it('A-319: what is paid on delivery is collected at the door, with a reason for what is missing', () => {
  const { consignments } = historyAt(courier);
  const proofs = consignments.flatMap((one) => one.proofs);
  expect(proofs.length).toBeGreaterThan(800);
  const wrong = consignments.filter(({ shipment, proofs: [proof, ...others], entries }) => {
    const isDue = shipment.payment_method === 'cod' && shipment.status === 'delivered';
    if (!proof) return isDue;
    const { expected_amount, collected_amount, difference_reason, driver_id, created_at, day } = proof;
    const isWhole = (collected_amount === expected_amount) === (difference_reason === null);
    const isOwn = proof.shipment_id === shipment.id && driver_id !== null && driver_id === shipment.driver_id;
    const isThen = created_at.getTime() === entries.at(-1)?.created_at.getTime() && day === malaysianDay(created_at);
    return !isDue || others.length > 0 || !isWhole || !isOwn || !isThen || expected_amount !== shipment.payment_amount;
  });
  expect(wrong).toEqual([]);
  const short = proofs.filter(({ difference_reason }) => difference_reason !== null);
  expect(short.length).toBeGreaterThan(5);
  expect(share(short, proofs)).toBeLessThan(0.05);
});

it('A-312: parcels come at hours at which people are up, and never on a Sunday or a public holiday', () => {
  for (const carrier of demoCarriers) {
    const { consignments } = historyAt(carrier);
    const times = consignments.map(({ shipment }) => shipment.actual_delivery_time).filter((time) => time !== null);
    if (carrier === courier) {
      const odd = times.filter((time) => malaysianTime(time) < '09:00' || malaysianTime(time) > '18:30');
      expect(odd).toEqual([]);
      const closed = times
        .map((time) => malaysianDay(time))
        .filter((day) => weekdayOf(day) === 0 || publicHolidays(day, carrier.state).length > 0);
      expect(closed).toEqual([]);
    }
    expect(times.length).toBeGreaterThan(400);
  }
});

it('A-295: a licence that has expired is warned of on what is planned since, and nothing else is', () => {
  const { consignments, drivers, vehicles, time } = historyAt(haulier);
  const expired = drivers.filter(({ driver }) => (driver.license_expiry as string) < time.today);
  expect(expired.map(({ driver }) => driver.license_expiry)).toEqual([dayAfter(time.today, -12)]);
  const [{ driver }] = expired as [(typeof drivers)[number]];
  const warned = consignments
    .flatMap((one) => one.schedules)
    .filter(({ warnings }) => warnings.includes('license_expired'));
  expect(warned.length).toBeGreaterThan(2);
  expect(
    warned.filter((one) => one.driver_id !== driver.id || one.scheduled_date <= (driver.license_expiry as string)),
  ).toEqual([]);
  const ending = vehicles.filter(({ vehicle }) => (vehicle.road_tax_expiry as string) <= dayAfter(time.today, 30));
  expect(ending.map(({ vehicle }) => vehicle.road_tax_expiry)).toEqual([dayAfter(time.today, 9)]);
});

it('a van is due for what was found, and another one stands in the workshop', () => {
  for (const { carrier, history } of histories.filter((one) => one.carrier === courier)) {
    const due = history.vehicles
      .map(({ vehicle }) => vehicle)
      .filter((one) => (one.current_mileage as number) >= (one.maintenance_schedule?.next_service_mileage ?? Infinity));
    expect(due.map((one) => one.registration_number)).toContain(carrier.models[0]?.plates[4]);
    const standing = history.vehicles.filter(({ vehicle }) => vehicle.status === 'maintenance');
    expect(standing.map(({ vehicle }) => vehicle.registration_number)).toContain('BPU 6613');
  }
});

it('postcodes are those of the places, as the table of places knows them', () => {
  const places = [
    hub,
    ...zones.flatMap((zone) => zone.places),
    ...merchants.map((one) => one.place),
    ...Object.values(sites).flatMap((some) => some.map((one) => one.place)),
    ...corridors.flatMap(({ halts }) => halts),
  ];
  for (const { postal_code, state, name, latitude, longitude } of places) {
    // An unknown state: then the code has to be in the table.
    const found = locate({ address: { postal_code, state: '?', country: 'Malaysia' } });
    expect([name, postal_code, found.state]).toEqual([name, postal_code, stateNamed(state)]);
    const near = locate({ address: { postal_code, state, country: 'Malaysia' } }).point;
    expect([
      name,
      Math.abs((near?.latitude ?? 0) - latitude) < 0.45 && Math.abs((near?.longitude ?? 0) - longitude) < 0.45,
    ]).toEqual([name, true]);
  }
});

it('a container has a check digit', () => {
  // The example of ISO 6346.
  expect(containerNumber('CSQU305438')).toBe('CSQU3054383');
});

it('the same moment makes the same history, save ids', () => {
  const told = ({ consignments, vehicles }: CarrierHistory) => [
    consignments.map(({ shipment: { tracking_number, status, version, updated_at } }) => [
      tracking_number,
      status,
      version,
      updated_at,
    ]),
    vehicles.map(({ vehicle: { registration_number, current_mileage, version } }) => [
      registration_number,
      current_mileage,
      version,
    ]),
  ];
  for (const carrier of demoCarriers) expect(told(historyOf(carrier, now))).toEqual(told(historyAt(carrier)));
});
