import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { ContextsModule, type ContextsSettings } from './contexts.module.js';
import { ContractModule } from './contract/contract.module.js';
import { AccessGuard } from './http/access.guard.js';
import { SurfaceInterceptor } from './http/surface.interceptor.js';
import { TokenGuard } from './http/token.guard.js';
import { TokenStrategy } from './http/token.strategy.js';
import { UnsentAnswers } from './http/unsent-answers.js';
import { VerifiedTokens } from './http/verified-tokens.js';
import { WideBodies } from './http/wide-bodies.js';
import { ReferenceModule } from './reference/reference.module.js';

export interface AppSettings extends ContextsSettings {
  extraModules?: Type[];
  /** What the adapter has written and its clients have not taken. */
  unsent?: UnsentAnswers;
}

/** The contexts, composed behind the two surfaces. Guards run in this order: token, then body and rights. */
@Module({})
export class AppModule {
  static over({ extraModules = [], unsent = new UnsentAnswers(), ...contexts }: AppSettings): DynamicModule {
    return {
      module: AppModule,
      imports: [PassportModule, ContextsModule.over(contexts), ContractModule, ReferenceModule, ...extraModules],
      providers: [
        TokenStrategy,
        { provide: UnsentAnswers, useValue: unsent },
        VerifiedTokens,
        WideBodies,
        { provide: APP_GUARD, useClass: TokenGuard },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_INTERCEPTOR, useClass: SurfaceInterceptor },
      ],
    };
  }
}
