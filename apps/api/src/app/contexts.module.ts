import { Module, type DynamicModule } from '@nestjs/common';
import { BeautyModule } from '@usaha/beauty';
import {
  CoreModule,
  type EinvoiceIntermediary,
  type EinvoiceSendingTimes,
  FileLimits,
  FileScanPolicy,
  type GatewayAccount,
  type PasswordBlocklist,
  type SandboxOptions,
  type TokenSettings,
} from '@usaha/core';
import { EducationModule } from '@usaha/education';
import { HealthcareModule } from '@usaha/healthcare';
import { LogisticsModule } from '@usaha/logistics';
import { RetailModule } from '@usaha/retail';
import { DatabaseModule, type Database } from '@usaha/shared';
import { build } from '../build.js';
import { ClamdClient } from '../files/clamd/clamd-client.js';
import { MeasuredFileStore } from '../files/measured-file-store.js';
import { S3FileStore } from '../files/s3/s3-file-store.js';
import { HttpWebhookSender } from '../jobs/webhooks/http-webhook-sender.js';
import { ChipClient } from '../payment/chip/chip-client.js';
import { ChipGateway } from '../payment/chip/chip-gateway.js';
import type { FileSettings } from '../start/file-settings.js';

export interface ContextsSettings {
  database: Database;
  tokens: TokenSettings;
  sandbox?: SandboxOptions;
  /** Whether money is real: then the sandbox takes no payments of businesses. */
  production?: boolean;
  /** Whether there is the simulator of MyInvois; there is unless told. */
  einvoiceSimulator?: boolean;
  /** The operator's credentials as an intermediary at MyInvois; none unless given. */
  einvoiceIntermediary?: EinvoiceIntermediary | null;
  /** When submissions of e-invoices are repeated and given up; usual times unless given. */
  einvoiceSending?: EinvoiceSendingTimes;
  /** Address of the platform, for gateways that ask for one; none unless given. */
  platformEmail?: string | null;
  /** The platform's own account at a payment gateway; the sandbox unless given. */
  platformAccount?: GatewayAccount;
  /** Where people reach the service; null or absent where that is not known. */
  publicUrl?: string | null;
  /** How many tenants an account may have; 100 unless given. */
  tenantsPerAccount?: number;
  /** Pages of consumers that links of letters may lead to; none unless given. */
  linkUrls?: readonly string[];
  /** Whether the service sends letters about accounts; it does unless told. */
  areLettersSent?: boolean;
  /** Which passwords stated operations refuse; `worst` unless given. */
  passwordBlocklist?: PasswordBlocklist;
  /** Networks that webhooks may be sent to although they are not public; none unless given. */
  webhookNetworks?: readonly string[];
  /** Limits, store and scanner of files; those of the specification, the database and none unless given. */
  files?: FileSettings;
}

/** All contexts over one database, without HTTP: what the surfaces, the jobs and the command line have in common. */
@Module({})
export class ContextsModule {
  static over({
    database,
    sandbox,
    linkUrls = [],
    areLettersSent = true,
    files,
    ...settings
  }: ContextsSettings): DynamicModule {
    return {
      module: ContextsModule,
      imports: [
        DatabaseModule.forRoot(database),
        CoreModule.forRoot({
          ...settings,
          sandbox,
          accountPages: { linkUrls, areLettersSent },
          gateways: (guard) => ({ chip: new ChipGateway(new ChipClient(guard)) }),
          webhookSender: (guard) => new HttpWebhookSender(guard),
          release: build.version,
          files: files && {
            limits: new FileLimits(files.maxBytes, { bytes: files.quotaBytes, files: files.quotaCount }),
            measured: (store) => new MeasuredFileStore(store),
            store: files.s3 ? new S3FileStore(files.s3) : undefined,
            scanning: files.scan
              ? new FileScanPolicy(new ClamdClient(files.scan.clamd), files.scan.isRequired)
              : undefined,
          },
        }),
        RetailModule,
        HealthcareModule,
        EducationModule,
        LogisticsModule,
        BeautyModule,
      ],
    };
  }
}
