import { templatesOf } from '../http/created.js';
import type { INestApplication } from '@nestjs/common';
import type { Express } from 'express';
import type { SurfaceName } from '../wire/dialect.js';
import { contractDocumentation } from './contract.docs.js';
import type { OpenApiDocument } from './openapi.js';
import { referenceDocumentation } from './reference.docs.js';
import type { SurfaceDocumentation } from './surface.js';
import { find, surfaceDocument } from './surface-document.js';
import { serveSwaggerUi } from './swagger-ui.js';

export const documentations: Readonly<Record<SurfaceName, SurfaceDocumentation>> = {
  contract: contractDocumentation,
  reference: referenceDocumentation,
};

/** The OpenAPI document of each surface. */
export function documentsOf(app: INestApplication): Record<SurfaceName, OpenApiDocument> {
  const contract = find(app, documentations.contract);
  const reference = find(app, documentations.reference);
  const reads = templatesOf(
    [contract, reference].flatMap(({ paths }) => Object.keys(paths).filter((path) => paths[path]?.get)),
  );
  return {
    contract: surfaceDocument(contract, documentations.contract, reads),
    reference: surfaceDocument(reference, documentations.reference, reads),
  };
}

/** A document as it is served and kept on disk. */
export const textOf = (document: OpenApiDocument): string => `${JSON.stringify(document, null, 2)}\n`;

/**
 * `/docs/contract.json` and `/docs/reference.json`, and pages to read and try them at the same paths without `.json`. Both
 * documents are made when the first of them is asked for: a start does not wait for them, and most processes never serve one.
 */
export function serveDocuments(app: INestApplication, express: Express): void {
  const surfaces = Object.values(documentations).map(({ dialect, title }) => ({ name: dialect.name, title }));
  let made: Record<SurfaceName, Buffer> | undefined;
  for (const { name } of surfaces) {
    express.get(`/docs/${name}.json`, (_request, response) => {
      made ??= bytesOf(documentsOf(app));
      response.setHeader('Cache-Control', 'no-cache');
      response.type('json').send(made[name]);
    });
  }
  serveSwaggerUi(express, surfaces);
}

const bytesOf = ({ contract, reference }: Record<SurfaceName, OpenApiDocument>): Record<SurfaceName, Buffer> => ({
  contract: Buffer.from(textOf(contract)),
  reference: Buffer.from(textOf(reference)),
});
