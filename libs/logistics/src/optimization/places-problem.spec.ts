import { metresBetween } from '../place/point.js';
import { drivingTenths } from './driving.js';
import { problemOf, type PlacesProblem } from './places-problem.js';

const [hub, near, far] = [3, 3.1, 3.5].map((latitude) => ({ latitude, longitude: 101.5 })) as [
  { latitude: number; longitude: number },
  { latitude: number; longitude: number },
  { latitude: number; longitude: number },
];
const places: PlacesProblem = {
  start: hub,
  end: null,
  stops: [near, far],
  loads: [20_000, 5_000],
  staying: 1_000,
  criteria: ['distance'],
};

describe('A-308: what a criterion minimises', () => {
  const [first, second, between] = [metresBetween(hub, near), metresBetween(hub, far), metresBetween(near, far)];
  const metres = [0, first, second, 0, first, 0, between, 0, second, between, 0, 0, 0, 0, 0, 0];

  it('is metres by distance; the leg to an end that is not told is 0', () => {
    const { stops, lengths, objectives } = problemOf(places);
    expect(stops).toBe(2);
    expect([...lengths]).toEqual(metres);
    expect(objectives).toEqual([{ legs: lengths }]);
  });

  it('is tenths of minutes by time', () => {
    const [time] = problemOf({ ...places, criteria: ['time'] }).objectives;
    expect(time).toEqual({ legs: Float64Array.from(metres.map(drivingTenths)) });
  });

  it('is metres times what is on board by fuel, an empty vehicle counting a million', () => {
    const [fuel] = problemOf({ ...places, criteria: ['fuel'] }).objectives;
    const load = { constant: 1_001_000, unloaded: Float64Array.from([0, 20_000, 5_000, 0]) };
    expect(fuel).toEqual({ legs: Float64Array.from(metres), load });
  });

  it('comes in the order of the criteria', () => {
    const { objectives } = problemOf({ ...places, criteria: ['fuel', 'distance'] });
    expect(objectives.map(({ load }) => load !== undefined)).toEqual([true, false]);
  });
});
