import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ContextsModule } from '../../apps/api/dist/app/contexts.module.js';
import type { Database } from '@usaha/shared';

/** The services of all contexts in this process, without HTTP. The code that opened the database closes it. */
export const openContexts = (database: Database, publicUrl: string | null = null): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(
    ContextsModule.over({ database, publicUrl, tokens: { keys: [['test', Buffer.alloc(32, 1)]] } }),
    { logger: ['error', 'warn'], abortOnError: false },
  );
