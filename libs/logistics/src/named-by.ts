import type { Context, Repository, StoredRecord } from '@usaha/shared';

/** Who is named now: locked where it is another one than before, and null where whoever was named is deleted by now. */
export function namedBy<T extends StoredRecord>(
  ctx: Context,
  repository: Repository<T>,
  { field, sent, stored }: { field: string; sent: string | null | undefined; stored: string | null },
): Promise<T | null> {
  if (typeof sent === 'string' && sent.toLowerCase() !== stored) return repository.holdNamed(ctx, field, sent);
  return sent === null || stored === null ? Promise.resolve(null) : repository.find(ctx, stored);
}
