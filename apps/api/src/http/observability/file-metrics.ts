import type { Registry } from 'prom-client';
import type { FileScans } from '@usaha/core';
import { registerCounts } from './counts.js';

/** Metrics of files: what the virus scanner said. */
export class FileMetrics {
  constructor(private readonly scans: Pick<FileScans, 'counts'>) {}

  register(registry: Registry): void {
    registerCounts(registry, {
      name: 'file_scans_total',
      help: 'Scans of files for viruses, by outcome; failed: the scanner did not answer, and the file is scanned again',
      label: 'outcome',
      counts: () => Object.entries(this.scans.counts),
    });
  }
}
