import { Global, Module, type Type } from '@nestjs/common';
import { SELF_DECLARED_DEPS_METADATA } from '@nestjs/common/constants.js';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import { documentations } from '../docs/documents.js';
import { controllersOf } from '../docs/route-facts.js';
import { routesOf } from '../insides/express.js';
import { argumentsOf, type Command } from './command.js';

const surfaces = Object.values(documentations);

const services = surfaces
  .flatMap(({ module }) => controllersOf(module))
  .flatMap((controller) => (Reflect.getMetadata(SELF_DECLARED_DEPS_METADATA, controller) ?? []) as { param: Type }[])
  .map(({ param }) => param);

/** Stands for every service that a controller asks for: a list of routes needs no database. */
@Global()
@Module({ providers: services.map((provide) => ({ provide, useValue: {} })), exports: services })
class NoServices {}

@Module({ imports: [NoServices, ...surfaces.map(({ module }) => module)] })
class Surfaces {}

export const run: Command = async (situation) => {
  argumentsOf(situation, 0);
  const adapter = new ExpressAdapter();
  const app = await NestFactory.create(Surfaces, adapter, { logger: ['error'] });
  await app.init();
  const routes = routesOf(adapter.getInstance<Express>());
  for (const { dialect, title } of surfaces) {
    const own = routes.filter(({ path }) => path.startsWith(`${dialect.prefix}/`));
    situation.say(`${title} (${own.length} operations)`);
    for (const { method, path } of own) situation.say(`  ${method.padEnd(6)} ${path}`);
  }
  await app.close();
  return 0;
};
