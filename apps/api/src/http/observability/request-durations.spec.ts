import { Registry } from 'prom-client';
import { DurationsHistogram } from './durations-histogram.js';
import { RequestDurations } from './request-durations.js';

/** Lines of one kind of request: 14 buckets and one without a bound, the sum and the count. */
const OF_ONE = 17;
const NAME = 'http_request_duration_seconds';

const seriesOf = (text: string): number => text.split('\n').filter((line) => line.startsWith(NAME)).length;
const textOf = (durations: RequestDurations): Promise<string> =>
  new DurationsHistogram({ name: NAME, help: 'Requests', kinds: () => durations.all() }, new Registry()).text();

it('300 operations with four statuses each are 20,400 series of 2.4 MB', async () => {
  const durations = new RequestDurations();
  // The paths of both OpenAPI documents are 36 characters long on average.
  const route = (i: number) => `/api/v1/retail/products/:id/stock-${i}`.padEnd(36, '/');
  for (let i = 0; i < 300; i += 1)
    for (const status of [200, 400, 401, 503]) durations.add('GET', route(i), status, 0.1);
  const text = await textOf(durations);
  expect(seriesOf(text)).toBe(300 * 4 * OF_ONE);
  expect(text.length / 1_000_000).toBeCloseTo(2.4, 1);
});

it('there are 68,017 series at most: further kinds of requests are counted together', async () => {
  const durations = new RequestDurations();
  for (let i = 0; i < 300; i += 1)
    for (let status = 100; status < 600; status += 1) durations.add('GET', `/v1/${i}`, status, 0.1);
  const text = await textOf(durations);
  expect(seriesOf(text)).toBe((4_000 + 1) * OF_ONE);
  const together = /^http_request_duration_seconds_count\{method="other",route="other",status="0"\} (\d+)$/m.exec(text);
  expect(Number(together?.[1])).toBe(300 * 500 - 4_000);
});

it('methods that no client of the service sends are one kind', () => {
  const durations = new RequestDurations();
  for (let i = 0; i < 100; i += 1) durations.add(`METHOD-${i}`, '/v1/users', 405, 0.1);
  expect([...durations.all()].map(([labels]) => labels)).toEqual([
    { method: 'other', route: '/v1/users', status: 405 },
  ]);
});
