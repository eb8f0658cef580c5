import { parse } from 'csv-parse/sync';
import { baseUrl, type Answer } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import type { Person } from './people.js';

/** GET exports/{resource}/. @param query with its question mark */
export const exported = (resource: string, as: Pick<Person, 'token'>, query = ''): Promise<Answer> =>
  on.send('GET', `/exports/${resource}${query}`, { token: as.token });

/** The rows of a CSV file by the names of its header. */
export function csvRows({ status, text }: Pick<Answer, 'status' | 'text'>): Record<string, string>[] {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return parse(text, { bom: true, columns: true });
}

/** The names of its header. */
export const csvHeader = ({ text }: Pick<Answer, 'text'>): string[] => parse(text, { bom: true })[0] ?? [];

/** GET exports/{resource}/ with its bytes as they are: of a workbook they are no text. */
export async function exportedBytes(resource: string, as: Pick<Person, 'token'>, query = ''): Promise<Buffer> {
  const path = on.url(`/exports/${resource}${query}`);
  const answer = await fetch(`${baseUrl()}${path}`, { headers: { authorization: `Bearer ${as.token}` } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${answer.status} ${bytes.toString()}`);
  return bytes;
}
