import type { WrittenEntry } from '../zip/zip-writer.js';

/** A file of an archive, as its manifest tells. */
export interface ArchiveEntry {
  /** Within the archive: `data/retail.sales.ndjson`. */
  path: string;
  /** Whose records its lines are; null for a file of the tenant. */
  resource: string | null;
  /** Lines; null for a file of the tenant. */
  records: number | null;
  bytes: number;
  /** Of the unpacked file, in hexadecimal digits. */
  sha256: string;
}

export const entryOf = (
  { name, bytes, sha256 }: WrittenEntry,
  resource: string | null,
  records: number | null,
): ArchiveEntry => ({ path: name, resource, records, bytes, sha256 });

/** The first part of a source, which was read already, and the rest. */
export async function* following<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  for (let part = first; !part.done; part = await rest.next()) yield part.value;
}
