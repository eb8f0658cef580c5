import type { Context } from '@usaha/shared';
import { judgeDocuments } from '../warning/judge-documents.js';
import { alertKinds } from './alert-kinds.js';
import { asOf, fingerprintOf, inWords, lastDayWatched, type Due } from './alert.js';

const TODAY = '2026-05-10';
const due = (given: Partial<Due>): Due => ({
  kind: 'road_tax',
  driver_id: null,
  vehicle_id: 'v',
  name: 'WXY 1234',
  service_type: null,
  due_date: null,
  due_mileage: null,
  current_mileage: null,
  ...given,
});

describe('what is due of the fleet', () => {
  it.each([
    ['2026-05-09', -1, true],
    ['2026-05-10', 0, false],
    ['2026-06-09', 30, false],
    ['2024-02-29', -801, true],
  ])('on %s has %d days left, past %s', (due_date, days_left, overdue) => {
    expect(asOf(due({ due_date }), TODAY)).toMatchObject({ days_left, km_left: null, overdue });
  });

  it.each([
    [10_000, 9_000, 1_000, false],
    [10_000, 10_000, 0, false],
    [10_000, 10_001, -1, true],
  ])('at %d km of %d has %d left, past %s', (due_mileage, current_mileage, km_left, overdue) => {
    const alert = asOf(due({ kind: 'service_mileage', due_mileage, current_mileage }), TODAY);
    expect(alert).toMatchObject({ days_left: null, km_left, overdue });
  });

  it('is past exactly where an assignment warns of it (A-295)', () => {
    for (const last of ['2026-05-09', '2026-05-10', '2026-05-11', null]) {
      const vehicle = {
        road_tax_expiry: last,
        insurance_expiry: null,
        inspection_expiry: null,
        inspection_agency_expiry: null,
        status: 'active' as const,
      };
      const warns = judgeDocuments({ driver: null, vehicle }, TODAY).includes('road_tax_expired');
      expect(asOf(due({ due_date: last }), TODAY).overdue).toBe(warns);
    }
  });

  it('is watched for thirty days, as days are in Malaysia', () => {
    expect(lastDayWatched(new Date('2026-05-09T15:59:59Z'))).toBe('2026-06-08');
    expect(lastDayWatched(new Date('2026-05-09T16:00:00Z'))).toBe('2026-06-09');
  });
});

describe('an alert in words', () => {
  it.each([
    [{ due_date: '2026-05-20' }, 'WXY 1234: road tax ends on 20/05/2026', 'cukai jalan akan tamat pada 20/05/2026'],
    [{ due_date: '2026-05-01' }, 'WXY 1234: road tax ended on 01/05/2026', 'cukai jalan telah tamat pada 01/05/2026'],
    [
      { kind: 'service_date' as const, due_date: '2026-05-20', service_type: 'minyak hitam' },
      'service (minyak hitam) is due on 20/05/2026',
      'servis (minyak hitam) perlu dibuat pada 20/05/2026',
    ],
    [
      { kind: 'service_mileage' as const, due_mileage: 10_000, current_mileage: 9_480 },
      'service is due at 10000 km, in 520 km',
      'servis perlu dibuat pada 10000 km, 520 km lagi',
    ],
    [
      { kind: 'service_mileage' as const, due_mileage: 10_000, current_mileage: 10_020 },
      'service was due at 10000 km, 20 km ago',
      'servis sepatutnya dibuat pada 10000 km, 20 km yang lalu',
    ],
  ])('of %j', (given, en, ms) => {
    const alert = asOf(due(given), TODAY);
    expect(inWords(alert, 'en')).toContain(en);
    expect(inWords(alert, 'ms')).toContain(ms);
  });

  it('names every kind', () => {
    for (const kind of alertKinds)
      expect(inWords(asOf(due({ kind, due_date: TODAY }), TODAY), 'ms')).not.toMatch(/undef/);
  });
});

it('is another one for another document, owner or last day, and the same one after any other change', () => {
  const ctx = { tenant_id: 't', db: { keyring: { token: (_: string, text: string) => text } } } as unknown as Context;
  const of = (given: Partial<Due>): string => fingerprintOf(ctx, due({ due_date: TODAY, ...given }));
  expect(of({ name: 'ABC 1' })).toBe(of({}));
  const others = [
    of({}),
    of({ kind: 'insurance' }),
    of({ vehicle_id: 'w' }),
    of({ due_date: '2027-05-10' }),
    of({ due_date: null, due_mileage: 7 }),
  ];
  expect(new Set(others).size).toBe(others.length);
});
