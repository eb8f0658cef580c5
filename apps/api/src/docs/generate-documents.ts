import { createOpenapiApp } from '../app/openapi-app.js';
import { documentsOf, textOf } from './documents.js';
import { eventsPage } from './events-page.js';

/**
 * The files that are written of the code alone, by their path in docs/: both documents, without database or configuration, and the
 * page of events.
 */
export async function generateDocuments(): Promise<Record<string, string>> {
  const app = await createOpenapiApp();
  const { contract, reference } = documentsOf(app);
  await app.close();
  return {
    'openapi/contract.json': textOf(contract),
    'openapi/reference.json': textOf(reference),
    'events.md': eventsPage(),
  };
}
