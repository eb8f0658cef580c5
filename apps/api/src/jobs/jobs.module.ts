import { Module } from '@nestjs/common';
import { EducationModule } from '@usaha/education';
import { LogisticsModule } from '@usaha/logistics';
import { Housekeeping } from './housekeeping.js';
import { ImportRunner } from '../data-tables/imports/import-runner.js';
import { ImportJob } from './import-job.js';
import { EinvoiceJobs } from './einvoice-job.js';
import { JobLog } from './job-log.js';
import { JobShares } from './job-shares.js';
import { Jobs } from './jobs.js';
import { TenantExportRunner } from '../tenant-export/tenant-export-runner.js';
import { MailJobs } from './mail/mail-jobs.js';
import { MetricsSampling } from './metrics-sampling.js';
import { PaymentJobs } from './payment-jobs.js';
import { TenantExportJob } from './tenant-export-job.js';

/** What the service does without a request. It needs `DatabaseModule`, `CoreModule` and `ObservabilityModule`. */
@Module({
  imports: [EducationModule, LogisticsModule],
  providers: [
    EinvoiceJobs,
    Housekeeping,
    ImportJob,
    ImportRunner,
    JobLog,
    JobShares,
    MailJobs,
    MetricsSampling,
    Jobs,
    PaymentJobs,
    TenantExportJob,
    TenantExportRunner,
  ],
  exports: [Jobs],
})
export class JobsModule {}
