import { BoundedCache } from '@usaha/shared/operation';

/** Of one tenant and kind; the command line lists all of them. */
const MOST_IDS = 1_000;

/**
 * Which notifications of unknown delivery were reported already. They are found again in every round for as long as
 * they make sense; only those that are still found are remembered, so that the memory does not grow with uptime.
 */
export class UnsureNotifications {
  /** Ids of what was found last, by tenant and kind. */
  private readonly reported = new BoundedCache<string, ReadonlySet<string>>({
    entries: 10_000,
    characters: 4_000_000,
    charactersOf: (key, ids) => key.length + 36 * ids.size,
  });

  /** Characters of what is remembered. */
  get size(): number {
    return this.reported.characters;
  }

  /** @param found all of the tenant and kind in this round @returns those that were not found in the round before */
  unreported<T extends { id: string }>(tenant_id: string, kind: string, found: readonly T[]): T[] {
    const key = `${tenant_id} ${kind}`;
    const before = this.reported.get(key);
    const some = found.slice(0, MOST_IDS);
    if (some.length > 0) this.reported.set(key, new Set(some.map(({ id }) => id)));
    else this.reported.delete(key);
    return some.filter(({ id }) => !before?.has(id));
  }
}
