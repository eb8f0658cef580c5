import { Registry, type Metric } from 'prom-client';
import { DurationsHistogram } from './durations-histogram.js';
import type { MetricsReading } from './metrics-sum.js';

/** All metrics of a registry, in the text format of Prometheus. */
export async function textOf(registry: Registry): Promise<string> {
  const texts = await Promise.all(
    registry
      .getMetricsAsArray()
      .map((metric) =>
        metric instanceof DurationsHistogram ? metric.text() : registry.getSingleMetricAsString(metric.name),
      ),
  );
  return `${texts.join('\n\n')}\n`;
}

/** A reading as the text that a registry with these values has. */
export function textOfReading({ metrics, durations }: MetricsReading): Promise<string> {
  const registry = new Registry();
  // As prom-client's registry of clusters does it: a registry asks a metric for its values alone.
  for (const metric of metrics)
    registry.registerMetric({ ...metric, get: () => Promise.resolve(metric) } as unknown as Metric);
  for (const { name, help, labelNames, kinds } of durations) {
    const labelled = kinds.map(([labels, state]) => [labels, { state }] as const);
    new DurationsHistogram({ name, help, labelNames, kinds: () => labelled }, registry);
  }
  return textOf(registry);
}
