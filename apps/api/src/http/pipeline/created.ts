import type { Express } from 'express';
import { routesOf } from '../../internals/express.js';
import type { UsahaRequest, UsahaResponse } from './request.js';

/** A path without its trailing slash, the name of a parameter at its end left out, and those of parameters before it. */
const templateOf = (path: string): string =>
  path
    .replace(/\/+$/, '')
    .replace(/(?::\w+|\{\w+\})$/, '*')
    .replace(/(?<=\/)(?::\w+|\{\w+\})(?=\/)/g, ':');

/** @param paths that answer GET, with any names of their parameters */
export const templatesOf = (paths: Iterable<string>): ReadonlySet<string> => new Set(Array.from(paths, templateOf));

/**
 * The template of the path that reads what a POST to this path creates: its own surface's where that reads single
 * records, otherwise the reference surface's, which has the same record under the same name; null where neither has.
 * @param path of the collection, with names of parameters before its end
 */
export function readerOf(path: string, reads: ReadonlySet<string>): string | null {
  const template = templateOf(path);
  return [template, `/api${template}`].map((collection) => `${collection}/*`).find((read) => reads.has(read)) ?? null;
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
  const path = request.path.replace(/\/+$/, '');
  const reader = readerOf(request.usaha.route ?? path, readsOf(request.app as Express));
  if (reader === null) return;
  const isOnReference = reader.startsWith('/api/');
  const surface = isOnReference && !path.startsWith('/api/') ? '/api' : '';
  response.setHeader('Location', `${surface}${path}/${encodeURIComponent(id)}${isOnReference ? '/' : ''}`);
}
