import type { Metric, MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Durations } from '@usaha/shared';

/** Durations of one kind, and what tells it from others. */
export type Labelled = readonly [labels: Readonly<Record<string, string | number>>, durations: Durations];

/** Durations that are counted elsewhere, as a histogram of Prometheus: prom-client's own costs five times as much a value. */
export function durationsMetric(name: string, help: string, kinds: () => Iterable<Labelled>): Metric {
  const valuesOf = ([of, durations]: Labelled) => {
    const { atMost, count, seconds } = durations.state;
    const value = (suffix: string, number: number, labels = {}) => ({
      metricName: `${name}_${suffix}`,
      labels: { ...labels, ...of },
      value: number,
    });
    return [
      ...atMost.map(([bound, number]) => value('bucket', number, { le: bound })),
      value('bucket', count, { le: '+Inf' }),
      value('sum', seconds),
      value('count', count),
    ];
  };
  const get = (): MetricObjectWithValues<MetricValue<string>> =>
    ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: [...kinds()].flatMap(valuesOf),
    }) as unknown as MetricObjectWithValues<MetricValue<string>>;
  // Of a metric the registry asks its name, and what it comes to.
  return { name, get } as unknown as Metric;
}
