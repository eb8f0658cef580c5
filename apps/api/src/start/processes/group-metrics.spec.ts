import type { MetricsReading } from '../../http/observability/metrics-sum.js';
import { GroupMetrics, type Measured } from './group-metrics.js';
import type { SummedMetrics } from './protocol.js';

const readingOf = (count: number): MetricsReading => ({
  metrics: [
    { name: 'asked_total', help: '', type: 'counter', values: [{ labels: {}, value: count }] },
    { name: 'usaha_processes', help: '', type: 'gauge', values: [{ labels: {}, value: 1 }] },
  ],
  durations: [],
});

/** A process that has answered a number of requests. */
class Answering implements Measured {
  isSilent = false;
  constructor(
    private readonly metrics: () => GroupMetrics,
    public count: number,
  ) {}

  readMetrics(question: number): void {
    if (!this.isSilent) setImmediate(() => this.metrics().noted(this, question, readingOf(this.count)));
  }
}

const valuesOf = ({ reading }: SummedMetrics) => reading.metrics.map(({ values }) => values[0]?.value);

let metrics: GroupMetrics;
let processes: Answering[];
const group = (keptMs: number) => {
  metrics = new GroupMetrics(() => processes, keptMs);
  processes = [new Answering(() => metrics, 3), new Answering(() => metrics, 4)];
};

it('is the sum of all', async () => {
  group(0);
  expect(valuesOf(await metrics.read())).toEqual([7, 2]);
});

it('is read once for all that ask at once, and kept', async () => {
  group(60_000);
  const [one, other] = await Promise.all([metrics.read(), metrics.read()]);
  expect(other).toBe(one);
  expect(await metrics.read()).toBe(one);
});

it('does not fall when a process ends, with the last that was heard of it', async () => {
  group(0);
  await metrics.read();
  const [first, second] = processes as [Answering, Answering];
  metrics.noted(first, null, readingOf(5));
  metrics.forget(first);
  processes = [second, new Answering(() => metrics, 1)];
  expect(valuesOf(await metrics.read())).toEqual([10, 2]);
});

it('does not fall when a process is silent, and does not wait for it longer than two seconds', async () => {
  group(0);
  await metrics.read();
  (processes[0] as Answering).isSilent = true;
  const begun = performance.now();
  expect(valuesOf(await metrics.read())).toEqual([7, 1]);
  expect(performance.now() - begun).toBeLessThan(3_000);
});
