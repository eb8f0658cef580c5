import { RestartPause } from './restart-pause.js';

it('there is no pause at first, then pauses grow to half a minute, and a process that lived for a minute begins again', () => {
  const pause = new RestartPause();
  expect([5, 5, 5, 5, 5, 5, 5, 5].map((lived) => pause.next(lived))).toEqual([
    0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect([60_000, 5].map((lived) => pause.next(lived))).toEqual([0, 1_000]);
});
