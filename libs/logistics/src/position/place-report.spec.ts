import fc from 'fast-check';
import { Vehicle } from '../vehicle/vehicle.entity.js';
import { isSamePlace, placeReport, statedPlace } from './place-report.js';

const NOW = new Date('2026-03-10T08:30:00Z');
const before = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const KLANG = { latitude: 3.0449, longitude: 101.4456 };

describe('A-301: a report', () => {
  it('is of now unless it tells when; ahead of our clock it counts as now, and tells what it told', () => {
    expect(placeReport(KLANG, NOW)).toMatchObject({ reported_for: NOW, counts_at: NOW, address: null, mileage: null });
    expect(placeReport({ ...KLANG, timestamp: before(5) }, NOW)).toMatchObject({
      reported_for: before(5),
      counts_at: before(5),
    });
    expect(placeReport({ ...KLANG, timestamp: before(-5) }, NOW)).toMatchObject({
      reported_for: before(-5),
      counts_at: NOW,
    });
  });

  it('has seven decimals, and no negative zero', () => {
    const { latitude, longitude } = placeReport({ latitude: 3.12345678, longitude: -0.00000004 }, NOW);
    expect([latitude, longitude]).toEqual([3.1234568, 0]);
  });

  it('has both coordinates or states nothing', () => {
    expect(statedPlace('location', { latitude: null, address: 'Klang' })).toBeNull();
    expect(statedPlace('location', { ...KLANG, address: 'Klang' })).toEqual({ ...KLANG, address: 'Klang' });
    for (const half of [{ latitude: 3 }, { longitude: 101, latitude: null }])
      expect(() => statedPlace('location', half)).toThrow('location must have latitude and longitude together');
  });

  it('is the stored one where all that it states is', () => {
    const address = { street: null, city: 'Klang', state: null, postal_code: null, country: 'Malaysia' };
    const stored = { ...KLANG, address, last_updated: NOW };
    const turned = { country: 'Malaysia', postal_code: null, state: null, city: 'Klang', street: null };
    expect(isSamePlace(KLANG, stored)).toBe(true);
    expect(isSamePlace({ ...KLANG, address: turned, timestamp: NOW }, stored)).toBe(true);
    expect(isSamePlace({ ...KLANG, latitude: 3.0449000001 }, stored)).toBe(true);
    expect(isSamePlace({ ...KLANG, timestamp: before(1) }, stored)).toBe(false);
    expect(isSamePlace({ ...KLANG, address: null }, stored)).toBe(false);
    expect(isSamePlace({ ...KLANG, latitude: 3.05 }, stored)).toBe(false);
    expect(isSamePlace(KLANG, null)).toBe(false);
  });

  it('leaves the newest place and mileage, in any order of reports', () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(minutes, (ages) => {
        const vehicle = new Vehicle();
        for (const age of ages)
          vehicle.takeIn(
            placeReport({ latitude: age / 1000, longitude: 1, timestamp: before(age), mileage: age }, NOW),
          );
        const newest = Math.min(...ages);
        expect(vehicle.location).toEqual({
          latitude: newest / 1000,
          longitude: 1,
          address: null,
          last_updated: before(newest),
        });
        expect(vehicle.current_mileage).toBe(newest);
      }),
    );
  });

  it('leaves a mileage that was stated later, and a place that is newer', () => {
    const vehicle = new Vehicle();
    vehicle.stateMileage(12, before(10));
    vehicle.takeIn(placeReport({ ...KLANG, timestamp: before(20), mileage: 90_000 }, NOW));
    expect(vehicle).toMatchObject({ ...KLANG, current_mileage: 12 });
    vehicle.takeIn(placeReport({ latitude: 4, longitude: 100, timestamp: before(30), mileage: 13 }, NOW));
    expect(vehicle).toMatchObject({ ...KLANG, current_mileage: 12 });
    vehicle.forgetPlace();
    expect(vehicle.location).toBeNull();
  });
});
