import type { INestApplication } from '@nestjs/common';
import { templatesOf } from '../http/pipeline/created.js';
import type { SurfaceName } from '../wire/dialect.js';
import { surfaceTexts } from './surface-texts.js';
import type { OpenApiDocument } from './openapi.js';
import { find, surfaceDocument } from './surface-document.js';

/** The OpenAPI document of each surface. */
export function documentsOf(app: INestApplication): Record<SurfaceName, OpenApiDocument> {
  const contract = find(app, surfaceTexts.contract);
  const reference = find(app, surfaceTexts.reference);
  const reads = templatesOf(
    [contract, reference].flatMap(({ paths }) => Object.keys(paths).filter((path) => paths[path]?.get)),
  );
  return {
    contract: surfaceDocument(contract, surfaceTexts.contract, reads),
    reference: surfaceDocument(reference, surfaceTexts.reference, reads),
  };
}

/** A document as it is served and kept on disk. */
export const textOf = (document: OpenApiDocument): string => `${JSON.stringify(document, null, 2)}\n`;
