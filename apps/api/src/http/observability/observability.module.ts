import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CodeCheck, DeliverySender, FileScans, FileStores, JobLeases, RightsCache } from '@usaha/core';
import { Database } from '@usaha/shared';
import type { Logger } from 'pino';
import { DatabaseTroubles } from './database-troubles.js';
import { LOGGER } from './logger.js';
import { DistributionCheck } from './distribution-check.js';
import { MachineCheck } from './machine-check.js';
import { KEPT_MS, Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

export interface ObservabilitySettings {
  logger: Logger;
  /** Milliseconds that a rendering of the metrics is kept; 5 seconds unless given. */
  metricsKeptMs?: number;
}

/** Log, metrics and health of the process, for the whole application. It needs `DatabaseModule` and `CoreModule`. */
@Module({})
export class ObservabilityModule {
  static over({ logger, metricsKeptMs = KEPT_MS }: ObservabilitySettings): DynamicModule {
    const providers: Provider[] = [
      { provide: LOGGER, useValue: logger },
      DatabaseTroubles,
      DistributionCheck,
      MachineCheck,
      Readiness,
      {
        provide: Metrics,
        useFactory: (
          database: Database,
          readiness: Readiness,
          rights: RightsCache,
          codes: CodeCheck,
          webhooks: DeliverySender,
          leases: JobLeases,
          scans: FileScans,
          stores: FileStores,
        ) => new Metrics(database, { rights, codes, webhooks, leases, scans, stores }, readiness, metricsKeptMs),
        inject: [Database, Readiness, RightsCache, CodeCheck, DeliverySender, JobLeases, FileScans, FileStores],
      },
    ];
    return { module: ObservabilityModule, global: true, providers, exports: providers };
  }
}
