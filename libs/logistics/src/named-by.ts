import type { Context, Repository, StoredRecord } from '@usaha/shared';

/** What a field of a report names, and what is stored. */
interface Naming {
  sent: string | null | undefined;
  stored: string | null;
}

/** The newly named record, locked; null where none is, or the same as before. @throws invalid (no record of that id) */
export function newlyNamed<T extends StoredRecord>(
  ctx: Context,
  repository: Repository<T>,
  { field, sent, stored }: Naming & { field: string },
): Promise<T | null> {
  const isAnother = typeof sent === 'string' && sent.toLowerCase() !== stored;
  return isAnother ? repository.lockReferenced(ctx, field, sent) : Promise.resolve(null);
}

/** The record that is named now: locked where it is another one than before, and null where it is deleted by now. */
export async function namedBy<T extends StoredRecord>(
  ctx: Context,
  repository: Repository<T>,
  naming: Naming & { field: string },
): Promise<T | null> {
  const { sent, stored } = naming;
  const another = await newlyNamed(ctx, repository, naming);
  return another ?? (sent === null || stored === null ? null : repository.find(ctx, stored));
}
