import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { RateWindows } from '@usaha/core';
import { ContextsModule, type ContextsSettings } from './contexts.module.js';
import { FilesModule } from '../files/files.module.js';
import { ContractModule } from '../surfaces/contract/contract.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { ObservabilityModule, type ObservabilitySettings } from '../http/observability/observability.module.js';
import { AcceptedKeys } from '../http/pipeline/accepted-keys.js';
import { AccessGuard } from '../http/pipeline/access.guard.js';
import { KeyAdmission } from '../http/pipeline/key-admission.js';
import { KeyGuard } from '../http/pipeline/key-guard.js';
import { LatestCommit } from '../http/pipeline/list-parameters.js';
import { SurfaceInterceptor } from '../http/pipeline/surface.interceptor.js';
import { TokenGuard } from '../http/pipeline/token.guard.js';
import { TokenStrategy } from '../http/pipeline/token.strategy.js';
import { ResponseBackpressure } from '../http/limits/response-backpressure.js';
import { VerifiedTokens } from '../http/pipeline/verified-tokens.js';
import { LargeBodyQueue } from '../http/limits/large-body-queue.js';
import { UploadReceiver } from '../http/uploads/upload-receiver.js';
import { ReferenceModule } from '../surfaces/reference/reference.module.js';

export interface AppSettings extends ContextsSettings, ObservabilitySettings {
  extraModules?: Type[];
  /** What the adapter has written and its clients have not taken. */
  backpressure?: ResponseBackpressure;
  /** Requests a minute of API keys that state no limit; null or absent: any number. */
  apiKeyRateLimit?: number | null;
  /** Milliseconds that a request takes at most. */
  requestTimeoutMs: number;
}

/** The contexts, composed behind the two surfaces. Guards run in this order: token, then body and rights. */
@Module({})
export class AppModule {
  static over({
    extraModules = [],
    backpressure = new ResponseBackpressure(),
    apiKeyRateLimit = null,
    requestTimeoutMs,
    ...settings
  }: AppSettings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PassportModule,
        ContextsModule.over(settings),
        ObservabilityModule.over(settings),
        JobsModule,
        FilesModule,
        ContractModule,
        ReferenceModule,
        ...extraModules,
      ],
      providers: [
        TokenStrategy,
        { provide: ResponseBackpressure, useValue: backpressure },
        VerifiedTokens,
        AcceptedKeys,
        KeyGuard,
        LargeBodyQueue,
        UploadReceiver,
        { provide: LatestCommit, useValue: new LatestCommit(requestTimeoutMs) },
        {
          provide: KeyAdmission,
          useFactory: (windows: RateWindows) => new KeyAdmission(windows, apiKeyRateLimit),
          inject: [RateWindows],
        },
        { provide: APP_GUARD, useClass: TokenGuard },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_INTERCEPTOR, useClass: SurfaceInterceptor },
      ],
    };
  }
}
