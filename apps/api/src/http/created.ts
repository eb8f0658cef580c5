import type { Express } from 'express';
import { routesOf } from '../insides/express.js';
import type { UsahaRequest, UsahaResponse } from './request.js';

/**
 * The template of the path that reads what a POST to this path creates: its own surface's where that reads single
 * records, otherwise the reference surface's, which has the same record under the same name; null where neither has.
 * @param path of the collection, without a slash at its end
 * @param reads the paths that answer GET, with any names of their parameters
 */
export function readerOf(path: string, reads: Iterable<string>): string | null {
  const known = new Set([...reads].map((read) => read.replace(/\/+$/, '').replace(/(?::\w+|\{\w+\})$/, '*')));
  return [path, `/api${path}`].map((collection) => `${collection}/*`).find((read) => known.has(read)) ?? null;
}

const readers = new WeakMap<object, string[]>();

function readsOf(express: Express): string[] {
  const known =
    readers.get(express) ?? routesOf(express).flatMap(({ method, path }) => (method === 'GET' ? [path] : []));
  readers.set(express, known);
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
