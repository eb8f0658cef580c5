import type { StoredRecord } from '@usaha/shared';
import { instantText } from './instant-text.js';

/** Where a view carries how its ETag is made; a symbol is never serialised. */
export const TAG = Symbol('etag');

/** Where a view carries how its answer is kept for an Idempotency-Key, where that differs from what is answered. */
export const KEPT = Symbol('kept');

/** Where a view says that an earlier request with the same client_reference made its record. */
export const REPLAYED = Symbol('replayed');

export interface Replayed {
  [REPLAYED]?: true;
}

/** Marks a view whose record an earlier request made: the answer is 200 with `Idempotent-Replayed`. */
export const replayedIf = <V extends object>(is_replayed: boolean, view: V): V =>
  is_replayed ? Object.assign(view, { [REPLAYED]: true }) : view;

export interface Kept {
  [KEPT]?: () => object;
}

export interface Tagged {
  /** Made when it is asked for: the rows of a list have none, and its further parts may take working out. */
  [TAG]?: () => string;
}

/** Parts of a tag in addition to revision and version. */
export type EtagParts = (Date | string | number | null)[];

/** A strong ETag: the view's revision, the record's version, and what else is shown. */
export function tagOf(revision: number, version: number, etagParts: EtagParts = []): string {
  const extras = etagParts.map((value) => (value instanceof Date ? value.getTime().toString(36) : String(value ?? '')));
  return `"${[revision, version, ...extras].join('.')}"`;
}

interface PresentOptions<T> {
  /** Raised when the shape of the view changes, so that no client keeps the old shape as current. */
  revision: number;
  /** Values that the view shows and that change without the record's version (a last sign-in). */
  etagParts?: (record: T) => EtagParts;
}

/**
 * A view of a single record with a strong ETag: the view's revision, the record's version, and what else is shown.
 * Never a hash of the body: nothing has to be rendered to know that nothing changed.
 */
export function present<T extends StoredRecord, V extends object>(
  { revision, etagParts }: PresentOptions<T>,
  view: (record: T) => V,
): (record: T) => V {
  return (record) => {
    const shown = withTexts(view(record)) as V & Tagged;
    const { version } = record;
    shown[TAG] = () => tagOf(revision, version, etagParts?.(record));
    return shown;
  };
}

/** Instants are put into a view as the text that they are in JSON: it is there to be written. */
function withTexts<V extends object>(view: V): V {
  const fields = view as Record<string, unknown>;
  for (const name in fields) {
    const value = fields[name];
    if (value instanceof Date) fields[name] = instantText(value);
  }
  return view;
}

/** The record's version that an ETag of ours names, or null for anybody else's. */
export function versionOf(tag: string): number | null {
  const match = /^"\d+\.(\d+)(\.[^"]*)?"$/.exec(tag.trim());
  return match ? Number(match[1]) : null;
}
