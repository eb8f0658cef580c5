import type { Registry } from 'prom-client';
import type { FileScans, FileStores } from '@usaha/core';
import { MeasuredFileStore, storeOperations } from '../../files/measured-file-store.js';
import { registerCounts } from './counts.js';
import { DurationsHistogram, type Labelled } from './durations-histogram.js';

/** What became of uploads; discarded: they arrived, and the operation did not keep them. */
export const uploadOutcomes = ['stored', 'refused', 'too_large', 'over_quota', 'cut', 'discarded', 'failed'] as const;
export type UploadOutcome = (typeof uploadOutcomes)[number];

/** Metrics of files: uploads, their stores, and what the virus scanner said. */
export class FileMetrics {
  private readonly uploads = new Map<UploadOutcome, number>(uploadOutcomes.map((outcome) => [outcome, 0]));

  constructor(
    private readonly scans: Pick<FileScans, 'counts'>,
    private readonly stores: Pick<FileStores, 'all'>,
  ) {}

  uploaded(outcome: UploadOutcome): void {
    this.uploads.set(outcome, (this.uploads.get(outcome) ?? 0) + 1);
  }

  register(registry: Registry): void {
    registerCounts(registry, {
      name: 'files_uploaded_total',
      help: 'Uploads of files, by outcome; discarded: they arrived, and the operation did not keep them',
      label: 'outcome',
      counts: () => this.uploads,
    });
    registerCounts(registry, {
      name: 'file_scans_total',
      help: 'Scans of files for viruses, by outcome; failed: the scanner did not answer, and the file is scanned again',
      label: 'outcome',
      counts: () => Object.entries(this.scans.counts),
    });
    const kinds = (): Labelled[] =>
      this.stores.all.flatMap((store) =>
        store instanceof MeasuredFileStore
          ? storeOperations.map((operation): Labelled => [{ store: store.name, operation }, store.durations[operation]])
          : [],
      );
    const help = 'Time that stores of files took for a piece of a file, or to remove one';
    new DurationsHistogram({ name: 'file_store_seconds', help, labelNames: ['store', 'operation'], kinds }, registry);
  }
}
