import { Registry } from 'prom-client';
import { Durations } from '@usaha/shared/operation';
import { DurationsHistogram, type Labelled } from './durations-histogram.js';

function histogramOf(kinds: Labelled[]) {
  const registry = new Registry();
  const labelNames = ['route', 'status'];
  return {
    registry,
    histogram: new DurationsHistogram({ name: 'waits', help: 'How long', labelNames, kinds: () => kinds }, registry),
  };
}
const durations = (...all: number[]): Durations => {
  const counted = new Durations([0.1, 1]);
  for (const seconds of all) counted.add(seconds);
  return counted;
};

it('durations are a histogram as Prometheus reads it, and as the registry has it', async () => {
  const { registry, histogram } = histogramOf([[{ route: '/a"b', status: 200 }, durations(0.05, 0.5, 30)]]);
  const text = [
    '# HELP waits How long',
    '# TYPE waits histogram',
    'waits_bucket{le="0.1",route="/a\\"b",status="200"} 1',
    'waits_bucket{le="1",route="/a\\"b",status="200"} 2',
    'waits_bucket{le="+Inf",route="/a\\"b",status="200"} 3',
    'waits_sum{route="/a\\"b",status="200"} 30.55',
    'waits_count{route="/a\\"b",status="200"} 3',
  ].join('\n');
  expect(await histogram.text()).toBe(text);
  expect(await registry.metrics()).toBe(`${text}\n`);
  const [json] = await registry.getMetricsAsJSON();
  expect(json).toMatchObject({ name: 'waits', help: 'How long', type: 'histogram' });
  expect((json as unknown as { values: object[] }).values).toContainEqual({
    metricName: 'waits_bucket',
    labels: { le: 1, route: '/a"b', status: 200 },
    value: 2,
  });
});

it('durations without labels have none', async () => {
  expect(await histogramOf([[{}, durations(0.05)]]).histogram.text()).toContain(
    'waits_bucket{le="+Inf"} 1\nwaits_sum 0.05\nwaits_count 1',
  );
});

it('durations of many kinds are the same in pieces as in one', async () => {
  for (const count of [0, 1, 50, 51, 120]) {
    const kinds = Array.from({ length: count }, (_, i): Labelled => [{ route: `/${i}`, status: 200 }, durations(i)]);
    const { registry, histogram } = histogramOf(kinds);
    expect(`${await histogram.text()}\n`).toBe(await registry.metrics());
  }
});
