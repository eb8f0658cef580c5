import type { Metric, MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Durations } from '@usaha/shared';

/** Durations that are counted elsewhere, as a histogram of Prometheus: prom-client's own costs five times as much a value. */
export function durationsMetric(name: string, help: string, durations: Durations): Metric {
  const get = (): MetricObjectWithValues<MetricValue<string>> => {
    const { atMost, count, seconds } = durations.state;
    const value = (suffix: string, number: number, labels = {}) => ({
      metricName: `${name}_${suffix}`,
      labels,
      value: number,
    });
    return {
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: [
        ...atMost.map(([bound, number]) => value('bucket', number, { le: bound })),
        value('bucket', count, { le: '+Inf' }),
        value('sum', seconds),
        value('count', count),
      ],
    } as unknown as MetricObjectWithValues<MetricValue<string>>;
  };
  // Of a metric the registry asks its name, and what it comes to.
  return { name, get } as unknown as Metric;
}
