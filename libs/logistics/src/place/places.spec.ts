import fc from 'fast-check';
import { stateCodes, states } from '@usaha/shared/malaysia';
import { distanceOf, locate } from './locate.js';
import { distanceBetween, greatCircle, metresBetween } from './point.js';
import { placeOfPostcode, pointOfState, suburbsOf, townsOf } from './postcodes.js';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const KL = at(3.139, 101.6869);
const JB = at(1.4927, 103.7414);
const inState = (state: string, postal_code: string | null = null, country = 'Malaysia') => ({
  address: { state, postal_code, country },
});
const lines = stateCodes.flatMap((state) => townsOf(state).map((town) => town.split('|')));
const codes = lines.flatMap(([, , of = '']) => of.split(' '));

describe('distances (A-287)', () => {
  it('are great circles, times 1.3 for the road', () => {
    expect(greatCircle(KL, JB)).toBeCloseTo(292.6, 1);
    expect(greatCircle(KL, at(5.4141, 100.3288))).toBeCloseTo(294.4, 1);
    expect(distanceOf(locate(KL), locate(JB))).toEqual({ total_distance_km: 380.4, distance_source: 'coordinates' });
  });

  it('have no road across the sea, in either direction, and one within Borneo', () => {
    const kuching = pointOfState('13');
    const labuan = pointOfState('15');
    expect(distanceBetween(KL, kuching)).toBe(greatCircle(KL, kuching));
    expect(distanceBetween(labuan, JB)).toBe(greatCircle(labuan, JB));
    expect(distanceBetween(labuan, kuching)).toBe(greatCircle(labuan, kuching) * 1.3);
  });

  it('are whole metres where they are added up (A-321)', () => {
    const stops = [3.0, 3.1, 3.2, 3.3].map((latitude) => at(latitude, 101.5));
    const legs = [...stops, at(3.0, 101.5)].slice(1).map((stop, i) => metresBetween(stops[i] as typeof KL, stop));
    expect(legs.reduce((sum, leg) => sum + leg, 0)).toBe(86_731);
  });

  it('are the same both ways, and 0 to the same point', () => {
    const point = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(point, point, (a, b) => {
        expect(metresBetween(a, b)).toBe(metresBetween(b, a));
        expect(metresBetween(a, b)).toBeLessThanOrEqual(Math.ceil(Math.PI * 6371.0088 * 1.3) * 1_000);
        expect(distanceOf(locate(a), locate(a)).total_distance_km).toBe(0);
      }),
    );
  });
});

describe('where an address is (A-287)', () => {
  it.each([
    [{ ...inState('Selangor', '50000'), ...KL }, 'coordinates', '10'],
    [inState('Selangor', '40000'), 'postcode', '10'],
    [inState('', '93050'), 'postcode', '13'],
    [inState('Penang', null), 'state', '07'],
    [inState('Johor', 'ABC'), 'state', '01'],
    [inState('Atlantis', null), 'none', null],
    [inState('Selangor', '40000', 'Singapore'), 'none', null],
    [inState('DKI Jakarta', '10110', ''), 'none', null],
    [{ address: null }, 'none', null],
    [{}, 'none', null],
  ] as const)('of %j is known by %s', (located, source, state) => {
    const place = locate(located);
    expect([place.source, place.state, place.point === null]).toEqual([source, state, source === 'none']);
  });

  it('is as coarse as the coarser of both, and 0 km from an unknown place', () => {
    const postcode = locate(inState('Selangor', '40000'));
    const state = locate(inState('Johor'));
    expect(distanceOf(postcode, state).distance_source).toBe('state');
    expect(distanceOf(state, postcode)).toEqual(distanceOf(postcode, state));
    expect(distanceOf(postcode, locate({}))).toEqual({ total_distance_km: 0, distance_source: 'none' });
    expect(distanceOf(postcode, postcode)).toEqual({ total_distance_km: 0, distance_source: 'postcode' });
  });
});

describe('the table of places', () => {
  it('knows the town or the suburb of nine postcodes in ten', () => {
    const knownBy = (by: string) => codes.filter((code) => placeOfPostcode(code)?.known_by === by).length;
    expect([codes.length, knownBy('suburb'), knownBy('town'), knownBy('state')]).toEqual([2_933, 261, 2_451, 4]);
  });

  it('places every state where its towns are, and no town 600 km away from there', () => {
    for (const state of stateCodes) {
      const towns = townsOf(state).flatMap((line) => {
        const [, place = ''] = line.split('|');
        const [latitude = NaN, longitude = NaN] = place.split(',').map(Number);
        return place === '-' ? [] : [at(latitude, longitude)];
      });
      expect([states[state], towns.length > 0]).toEqual([states[state], true]);
      for (const town of towns) expect(greatCircle(town, pointOfState(state))).toBeLessThan(600);
    }
  });

  it('guesses a code that it does not know by those that begin alike, unless it may be one abroad', () => {
    expect(placeOfPostcode('50999')).toMatchObject({ state: '14', known_by: 'prefix' });
    expect(placeOfPostcode('50999', { exact: true })).toBeNull();
    for (const wrong of ['', '5000', '500000', '50 00', 'abcde', '００５００', '61234'])
      expect(placeOfPostcode(wrong)).toBeNull();
  });
});

describe('the suburbs that were checked by hand (A-383)', () => {
  const suburbs = stateCodes.flatMap((state) =>
    suburbsOf(state).map((line) => {
      const [name = '', place = '', of = '', source = ''] = line.split('|');
      const [latitude = NaN, longitude = NaN] = place.split(',').map(Number);
      return { state, name, point: at(latitude, longitude), codes: of.split(' '), source };
    }),
  );

  it('are about 200, each with its source, and each postcode is of one', () => {
    expect(suburbs).toHaveLength(196);
    const all = suburbs.flatMap((suburb) => suburb.codes);
    expect(new Set(all).size).toBe(all.length);
    for (const { name, source } of suburbs)
      expect([name, source]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
  });

  it('go before the town of their postcode, whose state they keep', () => {
    for (const { state, point, codes: of } of suburbs)
      for (const code of of) expect(placeOfPostcode(code)).toEqual({ state, point, known_by: 'suburb' });
  });

  it.each([
    ['KLCC', '50088', 3.1579, 101.7116],
    ['Mid Valley', '59200', 3.1177, 101.6774],
    ['the national stadium', '57000', 3.0546, 101.6911],
    ['the temple of Batu Caves', '68100', 3.2374, 101.6839],
    ['1 Utama', '47800', 3.1502, 101.6156],
    ['Sunway Pyramid', '47500', 3.0733, 101.6078],
    ['the mall of Puchong Jaya', '47170', 3.0447, 101.6183],
    ['the station of Klang', '41000', 3.043, 101.4495],
    ['the Blue Mosque of Shah Alam', '40000', 3.0787, 101.521],
    ['the airport of Kuala Lumpur', '64000', 2.7456, 101.7099],
    ['Komtar in George Town', '10000', 5.4147, 100.3298],
    ['the airport of Penang', '11900', 5.2971, 100.2769],
    ['the causeway of Johor Bahru', '80000', 1.4555, 103.7685],
    ['the airport of Kuching', '93250', 1.4847, 110.347],
    ['the airport of Kota Kinabalu', '88200', 5.9372, 116.0512],
  ])('have %s, %s, within 5 km', (_, code, latitude, longitude) => {
    expect(greatCircle(placeOfPostcode(code)?.point as typeof KL, at(latitude, longitude))).toBeLessThan(5);
  });

  it('are apart in the Klang Valley, where a whole city was one point', () => {
    const between = (from: string, to: string) => distanceOf(locate(inState('', from)), locate(inState('', to)));
    expect(between('50480', '57000')).toEqual({ total_distance_km: 15.9, distance_source: 'postcode' });
    expect(between('46000', '47810').total_distance_km).toBeGreaterThan(10);
    expect(between('40170', '40150').total_distance_km).toBeGreaterThan(10);
  });
});
