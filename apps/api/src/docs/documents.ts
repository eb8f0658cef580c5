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
  const reads = new Set(
    [contract, reference].flatMap(({ paths }) => Object.keys(paths).filter((path) => paths[path]?.get)),
  );
  return {
    contract: surfaceDocument(contract, documentations.contract, reads),
    reference: surfaceDocument(reference, documentations.reference, reads),
  };
}

/** A document as it is served and kept on disk. */
export const textOf = (document: OpenApiDocument): string => `${JSON.stringify(document, null, 2)}\n`;

/** `/docs/contract.json` and `/docs/reference.json`, and pages to read and try them at the same paths without `.json`. */
export function serveDocuments(app: INestApplication, express: Express): void {
  for (const [name, document] of Object.entries(documentsOf(app))) {
    const bytes = Buffer.from(textOf(document));
    express.get(`/docs/${name}.json`, (_request, response) => {
      response.setHeader('Cache-Control', 'no-cache');
      response.type('json').send(bytes);
    });
  }
  serveSwaggerUi(
    express,
    Object.values(documentations).map(({ dialect, title }) => ({ name: dialect.name, title })),
  );
}
