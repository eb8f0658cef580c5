import { Counter, type Registry } from 'prom-client';

/** A list as CSV or XLSX, or a tenant whole. */
export const exportKinds = ['csv', 'xlsx', 'tenant'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** `aborted`: the client went away; `refused`: the caller was at fault, as with more rows than a workbook takes. */
export const exportOutcomes = ['completed', 'aborted', 'refused', 'failed'] as const;
export type ExportOutcome = (typeof exportOutcomes)[number];

/** Exports of this process, by kind and outcome. */
export class ExportCounts {
  private readonly counts = new Map<string, { kind: ExportKind; outcome: ExportOutcome; count: number }>(
    exportKinds.flatMap((kind) =>
      exportOutcomes.map((outcome) => [`${kind} ${outcome}`, { kind, outcome, count: 0 }] as const),
    ),
  );

  add(kind: ExportKind, outcome: ExportOutcome): void {
    const counted = this.counts.get(`${kind} ${outcome}`);
    if (counted) counted.count += 1;
  }

  register(registry: Registry): void {
    const { counts } = this;
    new Counter({
      name: 'exports_total',
      help: 'Exports of lists (csv, xlsx) and of whole tenants, by outcome',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
      collect() {
        this.reset();
        for (const { kind, outcome, count } of counts.values()) this.inc({ kind, outcome }, count);
      },
    });
  }
}
