import type { Context, Repository, StoredRecord } from '@usaha/shared';

/** What a field of a report names, and what is stored. */
interface Naming {
  sent: string | null | undefined;
  stored: string | null;
}

/** Whether somebody else is named than before. */
export const namesAnother = ({ sent, stored }: Naming): boolean =>
  typeof sent === 'string' && sent.toLowerCase() !== stored;

/** Who is named now: locked where it is another one than before, and null where whoever was named is deleted by now. */
export function namedBy<T extends StoredRecord>(
  ctx: Context,
  repository: Repository<T>,
  { field, ...naming }: Naming & { field: string },
): Promise<T | null> {
  const { sent, stored } = naming;
  if (typeof sent === 'string' && namesAnother(naming)) return repository.holdNamed(ctx, field, sent);
  return sent === null || stored === null ? Promise.resolve(null) : repository.find(ctx, stored);
}
