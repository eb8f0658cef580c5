import { countersOf, summed, type MetricsReading } from './metrics-sum.js';

const reading = (metrics: MetricsReading['metrics'], durations: MetricsReading['durations'] = []): MetricsReading => ({
  metrics,
  durations,
});
const gauge = (name: string, value: number, labels = {}) => ({
  name,
  help: 'help',
  type: 'gauge',
  values: [{ labels, value }],
});
const counter = (value: number, labels = {}) => ({ ...gauge('asked_total', value, labels), type: 'counter' });

it('adds counters by their labels, in any order of these', () => {
  const sum = summed([
    reading([counter(2, { a: '1', b: '2' })]),
    reading([counter(3, { b: '2', a: '1' })]),
    reading([counter(4, { a: '2', b: '1' })]),
  ]);
  expect(sum.metrics).toEqual([
    {
      name: 'asked_total',
      help: 'help',
      type: 'counter',
      values: [
        { labels: { a: '1', b: '2' }, value: 5 },
        { labels: { a: '2', b: '1' }, value: 4 },
      ],
    },
  ]);
});

it.each([
  ['http_requests_in_flight', [2, 3], 5],
  ['database_listen_up', [1, 0], 0],
  ['outbox_events_due', [7, NaN], 7],
  ['outbox_events_due', [NaN, 7, 9], 9],
  ['outbox_events_due', [NaN, NaN], NaN],
  ['process_start_time_seconds', [20, 10], 10],
])('makes one gauge %s of %j: %d', (name, values, expected) => {
  const [metric] = summed(values.map((value) => reading([gauge(name, value)]))).metrics;
  expect(metric?.values).toEqual([{ labels: {}, value: expected }]);
});

it('adds the parts of a histogram apart', () => {
  const histogram = (count: number, sum: number) => ({
    name: 'gc',
    help: 'help',
    type: 'histogram',
    values: [
      { metricName: 'gc_count', labels: { kind: 'minor' }, value: count },
      { metricName: 'gc_sum', labels: { kind: 'minor' }, value: sum },
    ],
  });
  const [metric] = summed([reading([histogram(1, 0.5)]), reading([histogram(2, 0.25)])]).metrics;
  expect(metric?.values.map(({ value }) => value)).toEqual([3, 0.75]);
});

it('adds durations by kind and bound, and keeps what one process alone has', () => {
  const durations = (kinds: MetricsReading['durations'][number]['kinds']) =>
    reading([], [{ name: 'seconds', help: 'help', labelNames: ['route'], kinds }]);
  const of = (first: number, second: number, seconds: number) => ({
    atMost: [
      [0.1, first],
      [1, second],
    ] as [number, number][],
    count: second,
    seconds,
  });
  const sum = summed([
    durations([[{ route: '/a' }, of(1, 2, 0.5)]]),
    durations([
      [{ route: '/a' }, of(2, 2, 0.25)],
      [{ route: '/b' }, of(0, 1, 0.75)],
    ]),
  ]);
  expect(sum.durations[0]?.kinds).toEqual([
    [{ route: '/a' }, of(3, 4, 0.75)],
    [{ route: '/b' }, of(0, 1, 0.75)],
  ]);
});

it('of a process that has ended counters count, and gauges do not', () => {
  expect(countersOf(reading([counter(2), gauge('usaha_processes', 1)])).metrics.map(({ name }) => name)).toEqual([
    'asked_total',
  ]);
});
