import { Module } from '@nestjs/common';
import { LogisticsModule } from '@usaha/logistics';
import { Housekeeping } from './housekeeping.js';
import { Jobs } from './jobs.js';

/** What the service does without a request. It needs `DatabaseModule`, `CoreModule` and `ObservabilityModule`. */
@Module({ imports: [LogisticsModule], providers: [Housekeeping, Jobs], exports: [Jobs] })
export class JobsModule {}
