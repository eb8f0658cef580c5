import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import type { Database } from '@usaha/shared';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';

/**
 * The application as it is composed, with nothing of it made: for the description of its routes, which takes neither a
 * database nor a configuration.
 */
export const createOpenapiApp = (): Promise<INestApplication> =>
  NestFactory.create(
    AppModule.over({ database: {} as Database, tokens: { keys: [] }, logger: {} as Logger, requestTimeoutMs: 60_000 }),
    new ExpressAdapter(),
    {
      preview: true,
      logger: ['error'],
    },
  );
