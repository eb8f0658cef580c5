import type { Page } from '@usaha/shared';
import type { Dialect } from '../../wire/dialect.js';
import { versionOf } from '../../wire/present.js';

const tagList = /^\s*(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*\s*$/;

/** The tags of an If-Match or If-None-Match header, or `*` alone; none where it is neither. */
function tagsOf(header: string): string[] {
  if (header.trim() === '*') return ['*'];
  return tagList.test(header) ? (header.match(/(?:W\/)?"[^"]*"/g) ?? []) : [];
}

/** Whether the client already has what it asks for: If-None-Match compares weakly (RFC 9110, 13.1.2). */
export function isCurrent(header: string | undefined, tag: string): boolean {
  if (!header) return false;
  return tagsOf(header).some((sent) => sent === '*' || sent.replace(/^W\//, '') === tag);
}

/**
 * The versions that an If-Match header names, for the domain to compare while it holds the record; undefined when
 * there is no header or it says `*`. A tag that is not ours names no version, and so matches nothing. A sign-in that
 * moved the tag but not the version is no conflict: nothing would be lost.
 */
export function expectedVersions(header: string | undefined): number[] | undefined {
  if (header === undefined) return undefined;
  const tags = tagsOf(header);
  if (tags.includes('*')) return undefined;
  return tags.map(versionOf).filter((version): version is number => version !== null);
}

/** Four links repeat the query four times, and clients take no headers beyond 8 to 16 KB. */
const LONGEST_QUERY = 1_000;

/** The header Link of a page (RFC 8288): first, prev, next, last, with the query as it was asked; empty for a query too long to repeat. */
export function linksOf(dialect: Dialect, path: string, query: URLSearchParams, page: Page<unknown>): string {
  if (query.toString().length > LONGEST_QUERY) return '';
  const { page: current, size } = page.request;
  const last = Math.max(1, page.pages);
  const trimmed = path.replace(/\/+$/, '');
  const stated = dialect.name === 'reference' ? `${trimmed}/` : trimmed;
  const others = new URLSearchParams(query);
  others.delete('page');
  others.delete(dialect.sizeParameter);
  const kept = others.size > 0 ? `${others.toString()}&` : '';
  const to = (number: number, rel: string): string =>
    `<${stated}?${kept}page=${number}&${dialect.sizeParameter}=${size}>; rel="${rel}"`;
  const links = [to(1, 'first')];
  if (current > 1) links.push(to(Math.min(current - 1, last), 'prev'));
  if (current < last) links.push(to(current + 1, 'next'));
  links.push(to(last, 'last'));
  return links.join(', ');
}

/** The header Link of rows that are followed by a cursor: where they go on. */
export function nextOf(path: string, query: URLSearchParams, cursor: string): string {
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  return `<${path.replace(/\/+$/, '')}/?${next.toString()}>; rel="next"`;
}

/** Tokens, records of persons, webhooks and the audit trail are never kept; everything else only by the client itself, and asked for again. */
export const cacheControl = (path: string): string =>
  /^(?:\/api)?\/v1\/(?:auth|users|api-keys|events|exports|webhooks|files|audit|healthcare|education|beauty|logistics|retail\/customers)(?:\/|$)/.test(
    path,
  )
    ? 'no-store'
    : 'private, no-cache';
