import type { INestApplication } from '@nestjs/common';
import type { Express } from 'express';
import type { SurfaceName } from '../wire/dialect.js';
import { surfaceTexts } from './surface-texts.js';
import { serveSwaggerUi } from './swagger-ui.js';

/**
 * `/docs/contract.json` and `/docs/reference.json`, and pages to read and try them at the same paths without `.json`. Both
 * documents are made when the first of them is asked for, and what makes them is loaded then: a start does not wait for them, and
 * most processes never serve one.
 */
export function serveDocuments(app: INestApplication, express: Express): void {
  const surfaces = Object.values(surfaceTexts).map(({ dialect, title }) => ({ name: dialect.name, title }));
  let made: Promise<Record<SurfaceName, Buffer>> | undefined;
  for (const { name } of surfaces) {
    express.get(`/docs/${name}.json`, async (_request, response) => {
      made ??= makeDocuments(app);
      const document = (await made)[name];
      response.setHeader('Cache-Control', 'no-cache');
      response.type('json').send(document);
    });
  }
  serveSwaggerUi(express, surfaces);
}

async function makeDocuments(app: INestApplication): Promise<Record<SurfaceName, Buffer>> {
  const { documentsOf, textOf } = await import('./documents.js');
  const { contract, reference } = documentsOf(app);
  return { contract: Buffer.from(textOf(contract)), reference: Buffer.from(textOf(reference)) };
}
