import type { DistanceSource } from '../place/distance-source.js';
import { maySave, samePointWarnings, type PlacedStop } from './shared-points.js';

const at = (stop: string, latitude: number, source: DistanceSource = 'postcode'): PlacedStop => ({
  stop,
  point: { latitude, longitude: 101.5 },
  source,
});

it('A-383: stops of one point are named, a warning for each point', () => {
  expect(samePointWarnings([at('a', 3), at('b', 3.1), at('c', 3), at('d', 3.1), at('e', 3.2)])).toEqual([
    { code: 'same_point', stops: ['a', 'c'] },
    { code: 'same_point', stops: ['b', 'd'] },
  ]);
  expect(samePointWarnings([at('a', 3), at('b', 3.1)])).toEqual([]);
});

it('A-383: a saving is claimed where at most a third share a guessed point', () => {
  const others = (count: number) => Array.from({ length: count }, (_, i) => at(`${i}`, 4 + i));
  expect(maySave([at('a', 3), at('b', 3), ...others(4)])).toBe(true);
  expect(maySave([at('a', 3), at('b', 3), ...others(3)])).toBe(false);
  expect(maySave([at('a', 3, 'coordinates'), at('b', 3, 'coordinates'), ...others(1)])).toBe(true);
  expect(maySave([])).toBe(true);
});
