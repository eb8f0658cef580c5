import 'reflect-metadata';
import { Global, Module, type Type } from '@nestjs/common';
import { SELF_DECLARED_DEPS_METADATA } from '@nestjs/common/constants.js';
import { NestFactory } from '@nestjs/core';
import type { SurfaceName } from '../wire/dialect.js';
import { documentations, documentsOf, textOf } from './documents.js';
import { controllersOf } from './route-facts.js';

const modules = Object.values(documentations).map(({ module }) => module);

const needed = modules
  .flatMap(controllersOf)
  .flatMap((controller) => (Reflect.getMetadata(SELF_DECLARED_DEPS_METADATA, controller) ?? []) as { param: Type }[])
  .map(({ param }) => param);

/** Stands for every service that a controller asks for: nothing is called to describe it. */
@Global()
@Module({ providers: needed.map((provide) => ({ provide, useValue: {} })), exports: needed })
class NoServices {}

@Module({ imports: [NoServices, ...modules] })
class Described {}

/** Both documents as they are kept on disk: made of the controllers alone, without database or configuration. */
export async function writtenDocuments(): Promise<Record<SurfaceName, string>> {
  const app = await NestFactory.create(Described, { preview: true, logger: ['error'] });
  const { contract, reference } = documentsOf(app);
  await app.close();
  return { contract: textOf(contract), reference: textOf(reference) };
}
