import { previewApp } from '../preview.js';
import type { SurfaceName } from '../wire/dialect.js';
import { documentsOf, textOf } from './documents.js';

/** Both documents as they are kept on disk: made of the controllers alone, without database or configuration. */
export async function writtenDocuments(): Promise<Record<SurfaceName, string>> {
  const app = await previewApp();
  const { contract, reference } = documentsOf(app);
  await app.close();
  return { contract: textOf(contract), reference: textOf(reference) };
}
