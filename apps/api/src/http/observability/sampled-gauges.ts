import { Gauge, type Registry } from 'prom-client';

/** Makes gauges of what a job samples; without a sample of the last minute they have no value. */
export const sampledGauges =
  <Sample>(registry: Registry, latest: () => Sample | undefined) =>
  (name: string, help: string, value: (sample: Sample) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const sample = latest();
        this.set(sample === undefined ? NaN : value(sample));
      },
    });
  };
