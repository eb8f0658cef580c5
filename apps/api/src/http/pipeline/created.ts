import type { Express } from 'express';
import { routesOf } from '../../internals/express.js';
import type { UsahaRequest, UsahaResponse } from './request.js';

/** A path without its trailing slash, the name of a parameter at its end left out. */
const templateOf = (path: string): string => path.replace(/\/+$/, '').replace(/(?::\w+|\{\w+\})$/, '*');

/** @param paths that answer GET, with any names of their parameters */
export const templatesOf = (paths: Iterable<string>): ReadonlySet<string> => new Set(Array.from(paths, templateOf));

/**
 * The template of the path that reads what a POST to this path creates: its own surface's where that reads single
 * records, otherwise the reference surface's, which has the same record under the same name; null where neither has.
 * @param path of the collection, without a slash at its end
 */
export function readerOf(path: string, reads: ReadonlySet<string>): string | null {
  return [path, `/api${path}`].map((collection) => `${collection}/*`).find((read) => reads.has(read)) ?? null;
}

const readers = new WeakMap<object, ReadonlySet<string>>();

/** Worked out with the first record that is created: the routes of a service do not change. */
function readsOf(express: Express): ReadonlySet<string> {
  let known = readers.get(express);
  if (!known) {
    known = templatesOf(routesOf(express).flatMap(({ method, path }) => (method === 'GET' ? [path] : [])));
    readers.set(express, known);
  }
  return known;
}

/** Answers to a request that created a record say where it is (RFC 9110, 10.2.2). */
export function setLocation(request: UsahaRequest, response: UsahaResponse, created: unknown): void {
  const { id } = (created ?? {}) as { id?: unknown };
  if (typeof id !== 'string') return;
  const reader = readerOf(request.path.replace(/\/+$/, ''), readsOf(request.app as Express));
  if (reader === null) return;
  const slash = reader.startsWith('/api/') ? '/' : '';
  response.setHeader('Location', reader.replace(/\*$/, encodeURIComponent(id)) + slash);
}
