import { Durations } from './durations.js';

it('durations are counted by what they are at most, and as a whole', () => {
  const durations = new Durations();
  const now = performance.now();
  for (const ms of [0, 3, 30, 60_000]) durations.since(now - ms);
  const { atMost, count, seconds } = durations.state;
  expect(Object.fromEntries(atMost)).toMatchObject({ 0.0025: 1, 0.005: 2, 0.025: 2, 0.05: 3, 30: 3 });
  expect(count).toBe(4);
  expect(seconds).toBeGreaterThan(60.03);
  expect(seconds).toBeLessThan(61);
});
