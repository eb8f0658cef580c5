type Labels = Readonly<Record<string, string | number>>;

interface ReadValue {
  /** Where it is another than that of the metric, as `_count` of a histogram. */
  metricName?: string;
  labels: Labels;
  value: number;
}

/** A metric as prom-client reads it. */
export interface ReadMetric {
  name: string;
  help: string;
  type: string;
  values: ReadValue[];
}

/** A histogram of durations by kind. */
export interface ReadDurations {
  name: string;
  help: string;
  labelNames: string[];
  kinds: [labels: Labels, counted: CountedDurations][];
}

export interface CountedDurations {
  /** By bound, how many took at most so long. */
  atMost: [bound: number, count: number][];
  count: number;
  seconds: number;
}

/** All metrics of a process, as data that another process can add to others. */
export interface MetricsReading {
  metrics: ReadMetric[];
  durations: ReadDurations[];
}

type Combination = 'sum' | 'largest' | 'least';

/** How gauges of several processes become one. Counters and histograms are added. */
export const gaugeCombinations: Readonly<Record<string, Combination>> = {
  usaha_build_info: 'largest',
  usaha_processes: 'sum',
  http_requests_in_flight: 'sum',
  database_pool_connections: 'sum',
  database_pool_size: 'sum',
  // How many processes have a node in that state.
  database_node_circuit: 'sum',
  database_node_connections: 'sum',
  database_prepared_statements: 'largest',
  database_listen_up: 'least',
  database_migrations_pending: 'largest',
  clock_offset_seconds: 'largest',
  job_last_success_timestamp_seconds: 'largest',
  // All processes ask one database.
  outbox_events_due: 'largest',
  outbox_oldest_due_seconds: 'largest',
  outbox_events_parked: 'largest',
  webhook_deliveries_pending: 'largest',
  webhook_oldest_pending_seconds: 'largest',
  imports_waiting: 'largest',
  messages_waiting: 'largest',
  payment_differences_open: 'largest',
  einvoice_waiting_documents: 'largest',
  einvoice_oldest_waiting_seconds: 'largest',
  einvoice_unsure_documents: 'largest',
  process_start_time_seconds: 'least',
  process_resident_memory_bytes: 'sum',
  process_virtual_memory_bytes: 'sum',
  process_heap_bytes: 'sum',
  process_open_fds: 'sum',
  process_max_fds: 'least',
  nodejs_version_info: 'largest',
  nodejs_eventloop_lag_seconds: 'largest',
  nodejs_eventloop_lag_min_seconds: 'least',
  nodejs_eventloop_lag_max_seconds: 'largest',
  nodejs_eventloop_lag_mean_seconds: 'largest',
  nodejs_eventloop_lag_stddev_seconds: 'largest',
  nodejs_eventloop_lag_p50_seconds: 'largest',
  nodejs_eventloop_lag_p90_seconds: 'largest',
  nodejs_eventloop_lag_p99_seconds: 'largest',
  nodejs_active_resources: 'sum',
  nodejs_active_resources_total: 'sum',
  nodejs_active_handles: 'sum',
  nodejs_active_handles_total: 'sum',
  nodejs_active_requests: 'sum',
  nodejs_active_requests_total: 'sum',
  nodejs_heap_size_total_bytes: 'sum',
  nodejs_heap_size_used_bytes: 'sum',
  nodejs_external_memory_bytes: 'sum',
  nodejs_heap_space_size_total_bytes: 'sum',
  nodejs_heap_space_size_used_bytes: 'sum',
  nodejs_heap_space_size_available_bytes: 'sum',
};

/** One reading of several processes. A process that does not know the value of a gauge (NaN) says nothing of it. */
export function summed(readings: readonly MetricsReading[]): MetricsReading {
  return {
    metrics: byName(readings.flatMap(({ metrics }) => metrics)).map(addedMetric),
    durations: byName(readings.flatMap(({ durations }) => durations)).map(addedDurations),
  };
}

/** What of a reading only grows: it counts after its process has ended too, or rates would see a fall. */
export function countersOf({ metrics, durations }: MetricsReading): MetricsReading {
  return { metrics: metrics.filter(({ type }) => type !== 'gauge'), durations };
}

function byName<T extends { name: string }>(all: readonly T[]): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const group = groups.get(one.name);
    if (group) group.push(one);
    else groups.set(one.name, [one]);
  }
  return [...groups.values()];
}

function addedMetric(metrics: readonly [ReadMetric, ...ReadMetric[]]): ReadMetric {
  const [{ name, help, type }] = metrics;
  const combine = combinations[type === 'gauge' ? (gaugeCombinations[name] ?? 'sum') : 'sum'];
  const values = new Map<string, ReadValue>();
  for (const read of metrics.flatMap((metric) => metric.values)) {
    const key = `${read.metricName ?? ''} ${keyOf(read.labels)}`;
    const before = values.get(key);
    values.set(key, before ? { ...before, value: combined(before.value, read.value, combine) } : read);
  }
  return { name, help, type, values: [...values.values()] };
}

const combinations: Readonly<Record<Combination, (one: number, other: number) => number>> = {
  sum: (one, other) => one + other,
  largest: Math.max,
  least: Math.min,
};

function combined(one: number, other: number, combine: (one: number, other: number) => number): number {
  if (Number.isNaN(one)) return other;
  return Number.isNaN(other) ? one : combine(one, other);
}

function addedDurations(histograms: readonly [ReadDurations, ...ReadDurations[]]): ReadDurations {
  const [{ name, help, labelNames }] = histograms;
  const kinds = new Map<string, ReadDurations['kinds'][number]>();
  for (const [labels, counted] of histograms.flatMap((histogram) => histogram.kinds)) {
    const key = keyOf(labels);
    const [, before] = kinds.get(key) ?? [];
    kinds.set(key, [labels, before ? added(before, counted) : counted]);
  }
  return { name, help, labelNames, kinds: [...kinds.values()] };
}

function added(one: CountedDurations, other: CountedDurations): CountedDurations {
  const others = new Map(other.atMost);
  return {
    atMost: one.atMost.map(([bound, count]) => [bound, count + (others.get(bound) ?? 0)]),
    count: one.count + other.count,
    seconds: one.seconds + other.seconds,
  };
}

const keyOf = (labels: Labels): string =>
  JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)));
