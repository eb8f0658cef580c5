import { setImmediate as letOthers } from 'node:timers/promises';
import { Histogram, Registry } from 'prom-client';
import type { Durations } from '@usaha/shared/operation';
import type { ReadDurations } from './metrics-sum.js';

/** Durations of one kind, and what tells it from others. */
export type Labelled = readonly [
  labels: Readonly<Record<string, string | number>>,
  durations: Pick<Durations, 'state'>,
];

/** The kinds that are written before other work has its turn: a millisecond or two. */
const AT_ONCE = 50;

interface DurationsConfiguration {
  name: string;
  help: string;
  labelNames?: string[];
  kinds: () => Iterable<Labelled>;
}

/** A value as the library writes it: labels of all lines of a kind are put into text once. */
interface Line {
  metricName: string;
  labels: { le?: number | string };
  sharedLabels: Labelled[0];
  value: number;
}

/** A histogram of durations that are counted elsewhere, as a metric of prom-client's registry. */
export class DurationsHistogram extends Histogram {
  /** Says name, help and type as the library does; it has no values. */
  private readonly described: Histogram;

  /** @param configuration with the kinds, which are asked for at each scrape. @param registry that it is registered with */
  constructor(
    private readonly configuration: DurationsConfiguration,
    registry: Registry,
  ) {
    const { name, help, labelNames = [] } = configuration;
    super({ name, help, labelNames, registers: [registry] });
    this.described = new Histogram({ name, help, labelNames, registers: [] });
  }

  override async get(): ReturnType<Histogram['get']> {
    const values = this.lines().map(({ metricName, labels, sharedLabels, value }) => ({
      metricName,
      labels: { ...labels, ...sharedLabels },
      value,
    }));
    return { ...(await this.described.get()), values };
  }

  /** Asked by the registry for a text, in place of `get`. */
  async getForPromString() {
    return { ...(await this.described.get()), values: this.lines() };
  }

  /** The counts, as data. */
  reading(): ReadDurations {
    const { name, help, labelNames = [], kinds } = this.configuration;
    return { name, help, labelNames, kinds: [...kinds()].map(([labels, { state }]) => [labels, state]) };
  }

  /** The text that the registry has of it, worked out in pieces, so that no request waits for all of them. */
  async text(): Promise<string> {
    const texts: string[] = [];
    for (const piece of inPieces(this.configuration.kinds())) {
      if (texts.length > 0) await letOthers();
      const registry = new Registry();
      const { name } = new DurationsHistogram({ ...this.configuration, kinds: () => piece }, registry).configuration;
      const text = await registry.getSingleMetricAsString(name);
      // Its help and type stand before the first piece.
      texts.push(texts.length === 0 ? text : text.split('\n').slice(2).join('\n'));
    }
    return texts.join('\n');
  }

  private lines(): Line[] {
    const { name, kinds } = this.configuration;
    return [...kinds()].flatMap(([sharedLabels, { state }]) => {
      const line = (suffix: string, value: number, labels: Line['labels'] = {}): Line => ({
        metricName: `${name}_${suffix}`,
        labels,
        sharedLabels,
        value,
      });
      return [
        ...state.atMost.map(([le, count]) => line('bucket', count, { le })),
        line('bucket', state.count, { le: '+Inf' }),
        line('sum', state.seconds),
        line('count', state.count),
      ];
    });
  }
}

/** At least one piece, which may be empty. */
function* inPieces(kinds: Iterable<Labelled>): Iterable<Labelled[]> {
  let piece: Labelled[] = [];
  for (const kind of kinds) {
    if (piece.length === AT_ONCE) {
      yield piece;
      piece = [];
    }
    piece.push(kind);
  }
  yield piece;
}
