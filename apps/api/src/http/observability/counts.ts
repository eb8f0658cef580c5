import { Counter, type Registry } from 'prom-client';

/** A counter whose figures are kept elsewhere, by one label. */
export interface Counts {
  name: string;
  help: string;
  label: string;
  /** Asked at each scrape. */
  counts: () => Iterable<readonly [value: string, count: number]>;
}

/** Registers such a counter. */
export function registerCounts(registry: Registry, { name, help, label, counts }: Counts): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, count] of counts()) this.inc({ [label]: value }, count);
    },
  });
}
