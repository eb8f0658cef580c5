import { WakeUps } from './wake-ups.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('wakes each tenant at its earliest time, and none that is far ahead', async () => {
  const woken: string[] = [];
  const wakeUps = new WakeUps((tenant_id) => woken.push(tenant_id));
  wakeUps.add('A', 5_000);
  wakeUps.add('B', 1_000);
  wakeUps.add('A', 3_000);
  wakeUps.add('A', 9_000);
  wakeUps.add('C', 24 * 3_600_000);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(woken).toEqual(['B']);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(woken).toEqual(['B', 'A']);
  wakeUps.add('B', 1_000);
  wakeUps.stop();
  await jest.advanceTimersByTimeAsync(100_000);
  expect(woken).toEqual(['B', 'A']);
});
