import type { INestApplication } from '@nestjs/common';
import { templatesOf } from '../http/created.js';
import type { SurfaceName } from '../wire/dialect.js';
import { documentations } from './documentations.js';
import type { OpenApiDocument } from './openapi.js';
import { find, surfaceDocument } from './surface-document.js';

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
