import { Module } from '@nestjs/common';
import { EducationModule } from '@usaha/education';
import { LogisticsModule } from '@usaha/logistics';
import { Housekeeping } from './housekeeping.js';
import { ImportRunner } from '../data-tables/imports/import-runner.js';
import { ImportJob } from './import-job.js';
import { JobLog } from './job-log.js';
import { Jobs } from './jobs.js';
import { MetricsSampling } from './metrics-sampling.js';

/** What the service does without a request. It needs `DatabaseModule`, `CoreModule` and `ObservabilityModule`. */
@Module({
  imports: [EducationModule, LogisticsModule],
  providers: [Housekeeping, ImportJob, ImportRunner, JobLog, MetricsSampling, Jobs],
  exports: [Jobs],
})
export class JobsModule {}
