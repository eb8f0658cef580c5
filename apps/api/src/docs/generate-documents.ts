import { createOpenapiApp } from '../app/openapi-app.js';
import type { SurfaceName } from '../wire/dialect.js';
import { documentsOf, textOf } from './documents.js';

/** Both documents as they are kept on disk: made of the controllers alone, without database or configuration. */
export async function generateDocuments(): Promise<Record<SurfaceName, string>> {
  const app = await createOpenapiApp();
  const { contract, reference } = documentsOf(app);
  await app.close();
  return { contract: textOf(contract), reference: textOf(reference) };
}
