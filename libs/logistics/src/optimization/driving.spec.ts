import { drivingTenths, loadFactor, loadMillionths } from './driving.js';

describe('A-308: what a leg takes', () => {
  it.each([
    [0, 0],
    [13_000, 260],
    [15_000, 300],
    [50_000, 600],
    [16_167, 310],
    [24, 0],
    [25, 1],
  ])('%d metres are %d tenths of a minute: the first 15 km at 30 km/h, the rest at 70', (metres, tenths) => {
    expect(drivingTenths(metres)).toBe(tenths);
  });

  it.each([
    [500, 1_000, 0.1],
    [1_000, 1_000, 0.2],
    [2_000, 1_000, 0.4],
    [500, null, 0],
    [500, 0, 0],
    [500, 1e-300, 0],
  ])('%d kg of %s kg add %d of the fuel of an empty vehicle', (load, capacity, factor) => {
    expect(loadFactor(load, capacity)).toBeCloseTo(factor, 12);
    expect(loadMillionths(load, capacity)).toBe(factor * 1_000_000);
  });
});
