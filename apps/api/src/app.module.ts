import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { BeautyModule } from '@usaha/beauty';
import { CoreModule, SandboxGateway, type SandboxOptions, type TokenSettings } from '@usaha/core';
import { EducationModule } from '@usaha/education';
import { HealthcareModule } from '@usaha/healthcare';
import { LogisticsModule } from '@usaha/logistics';
import { RetailModule } from '@usaha/retail';
import type { Database } from '@usaha/shared';
import { ContractModule } from './contract/contract.module.js';
import { AccessGuard } from './http/access.guard.js';
import { SurfaceInterceptor } from './http/surface.interceptor.js';
import { TokenGuard } from './http/token.guard.js';
import { TokenStrategy } from './http/token.strategy.js';
import { ReferenceModule } from './reference/reference.module.js';

export interface AppSettings {
  database: Database;
  tokens: TokenSettings;
  sandbox?: SandboxOptions;
  extraModules?: Type[];
}

/** The contexts, composed behind the two surfaces. Guards run in this order: token, then body and rights. */
@Module({})
export class AppModule {
  static over({ database, tokens, sandbox, extraModules = [] }: AppSettings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PassportModule,
        CoreModule.forRoot({ database, tokens, gateway: new SandboxGateway(database, sandbox) }),
        RetailModule.forRoot({ database }),
        HealthcareModule.forRoot({ database }),
        EducationModule.forRoot({ database }),
        LogisticsModule.forRoot({ database }),
        BeautyModule.forRoot({ database }),
        ContractModule,
        ReferenceModule,
        ...extraModules,
      ],
      providers: [
        TokenStrategy,
        { provide: APP_GUARD, useClass: TokenGuard },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_INTERCEPTOR, useClass: SurfaceInterceptor },
      ],
    };
  }
}
