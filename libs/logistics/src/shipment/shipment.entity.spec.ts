import fc from 'fast-check';
import { noteOn } from '../tracking/shipment-history.js';
import { takeIn } from '../tracking/status-report.js';
import type { Party } from './party.js';
import { Shipment } from './shipment.entity.js';
import { shipmentStatuses } from './shipment-statuses.js';

const NOW = new Date('2026-03-02T02:00:00Z');
const party = (given: Partial<Party> = {}): Party => ({
  company_name: null,
  address: null,
  contact_person: null,
  phone_number: null,
  email: null,
  latitude: null,
  longitude: null,
  ...given,
});
const inState = (state: string): Party =>
  party({ address: { street: null, city: null, state, postal_code: null, country: 'Malaysia' } });
const shipment = (given: Parameters<Shipment['describe']>[0] = {}): Shipment =>
  Shipment.of({ origin: inState('Selangor'), destination: inState('Johor'), ...given }, NOW);
const later = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);

describe('a shipment', () => {
  it('A-293: is found by the keys of its states, and keeps their texts', () => {
    const of = shipment({ origin: inState('P. Pinang'), destination: inState(' Atlantis ') });
    expect([of.origin_state_key, of.destination_state_key]).toEqual(['07', 'atlantis']);
    expect(of.destination.address?.state).toBe(' Atlantis ');
    expect(shipment({ origin: party() }).origin_state_key).toBeNull();
  });

  it('A-285, A-287: works out again only what rests on the change', () => {
    const of = shipment();
    Object.assign(of, { total_distance_km: 1, estimated_delivery_time: NOW });
    of.describe({ notes: 'x', destination: { ...inState('Johor'), contact_person: 'Tan' }, service_type: 'standard' });
    expect([of.total_distance_km, of.estimated_delivery_time]).toEqual([1, NOW]);
    of.describe({ service_type: 'economy' });
    expect([of.total_distance_km, of.estimated_delivery_time > NOW]).toEqual([1, true]);
    of.describe({ destination: inState('Perak') });
    expect(of.total_distance_km).toBeGreaterThan(1);
  });

  it('A-290: keeps money to the sen, and refuses what is none', () => {
    const of = shipment({ payment_amount: 10.005, package_details: { value_myr: 0.005, pieces: 3 } });
    expect([of.payment_amount, of.package_details]).toEqual([10.01, { value_myr: 0.01, pieces: 3 }]);
    expect(() => of.describe({ insurance_amount: -1 })).toThrow(/insurance_amount/);
    expect(() => of.describe({ package_details: { value_myr: 1e15 } })).toThrow(/value_myr/);
    expect(() => of.describe({ origin: party({ latitude: 3 }) })).toThrow(/latitude and longitude/);
  });

  describe('A-316: without its parties', () => {
    const blanked = (): Shipment => {
      const told = party({
        company_name: 'Rahsia',
        contact_person: 'Rahsia',
        phone_number: 'Rahsia',
        email: 'Rahsia',
        latitude: 3.139,
        longitude: 101.6869,
        address: { street: 'Rahsia', city: 'Klang', state: 'Selangor', postal_code: '41000', country: 'Malaysia' },
      });
      const package_details = {
        weight_kg: 2.5,
        value_myr: 150,
        is_fragile: true,
        package_type: 'kotak',
        dimensions_cm: { length: 1, width: 2, note: 'Rahsia' },
        description: 'Rahsia',
        special_instructions: 'Rahsia',
        penerima: 'Rahsia',
      };
      const of = shipment({ origin: told, destination: inState('Johor'), package_details, notes: 'Rahsia' });
      of.describe({ payment_amount: 10, customer_reference: 'PO-1' });
      of.blankParties(later(1));
      return of;
    };

    it('tells where it went and what it cost, and no person', () => {
      const of = blanked();
      expect(JSON.stringify(of)).not.toContain('Rahsia');
      expect(of).toMatchObject({
        origin: { address: { street: null, city: 'Klang', state: 'Selangor', postal_code: '41000' }, latitude: null },
        package_details: {
          weight_kg: 2.5,
          value_myr: 150,
          is_fragile: true,
          package_type: 'kotak',
          dimensions_cm: { length: 1, width: 2 },
        },
        origin_state_key: '10',
        customer_reference: 'PO-1',
        payment_amount: 10,
        parties_blanked_at: later(1),
      });
      expect(of.total_distance_km).toBeGreaterThan(300);
      expect(of.distance_source).toBe('state');
    });

    it('tells of them again once a person or a note does', () => {
      const of = blanked();
      of.describe({
        payment_amount: 20,
        origin: Object.fromEntries(Object.entries(of.origin).reverse()) as unknown as Party,
        notes: null,
      });
      expect(of.parties_blanked_at).toEqual(later(1));
      of.describe({ notes: 'Tan' });
      expect(of.parties_blanked_at).toBeNull();
      of.blankParties(later(2));
      noteOn(of, later(3), { notes: 'Tan' });
      expect(of.parties_blanked_at).toBeNull();
    });
  });

  it('A-142, A-283, A-284: has a time of delivery while it is delivered alone, the first one, and an entry for every report', () => {
    const report = fc.record({
      status: fc.constantFrom(...shipmentStatuses),
      at: fc.option(fc.integer({ min: -1_000, max: 1_000 })),
    });
    fc.assert(
      fc.property(fc.array(report), (reports) => {
        const of = shipment();
        const entries = [noteOn(of, NOW)];
        for (const [i, { status, at }] of reports.entries()) {
          const { status: was, actual_delivery_time: before } = of;
          const timestamp = at === null ? null : later(at).toISOString();
          const location = { latitude: null, longitude: null, address: null, timestamp };
          entries.push(takeIn(of, later(i), { status, location }, { driver: null, vehicle: null }));
          const time = of.actual_delivery_time;
          expect(time === null).toBe(status !== 'delivered');
          if (status === 'delivered' && was === 'delivered') expect(time).toEqual(before);
          if (status === 'delivered' && was !== 'delivered') expect(time).toEqual(later(Math.min(at ?? i, i)));
          expect(entries.at(-1)).toMatchObject({ status, happened_at: later(at ?? i) });
        }
        expect(entries.map(({ position }) => position)).toEqual(entries.map((_, i) => i + 1));
        expect([of.events, of.status]).toEqual([entries.length, entries.at(-1)?.status]);
      }),
    );
  });
});
