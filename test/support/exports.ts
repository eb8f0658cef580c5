import { parse } from 'csv-parse/sync';
import type { Answer } from './client.js';
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
