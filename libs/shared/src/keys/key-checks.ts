import type { Context } from '../transaction/context.js';
import { RetryTransaction } from '../transaction/retry.js';
import type { CheckedKey, KeyKind } from '../sealing/checked-key.js';

/** A key that is another than the one of the same name that the database was used with. */
export interface WrongKey extends Pick<CheckedKey, 'kind' | 'key_id'> {
  /** When the right one was first used. */
  first_used: Date;
}

/** What the database knows of the keys of a keyring. */
export interface KeyFindings {
  wrong: WrongKey[];
  /** Not used with this database yet. */
  unknown: CheckedKey[];
  /** Ids of sealing keys that were used and that the keyring lacks: what they sealed does not open. */
  absent: string[];
}

/** Keys are not those that the database was used with: nothing may be sealed or searched with them. */
export class WrongKeys extends Error {
  constructor(readonly keys: readonly WrongKey[]) {
    super(`Other keys than before: ${keys.map(({ kind, key_id }) => `${kind} ${key_id}`.trim()).join(', ')}`);
  }
}

const nameOf = ({ kind, key_id }: Pick<CheckedKey, 'kind' | 'key_id'>): string => `${kind} ${key_id}`;

/** Compares the keyring with the keys that the database was used with; changes nothing. */
export async function compareKeys(ctx: Context): Promise<KeyFindings> {
  const rows = await ctx.db.read('select r.kind, r.key_id, r.fingerprint, r.first_used from kernel.key_checks r', []);
  const kept = (rows as [KeyKind, string, string, Date][]).map(([kind, key_id, fingerprint, first_used]) => ({
    kind,
    key_id,
    fingerprint,
    first_used,
  }));
  const used = new Map(kept.map((key) => [nameOf(key), key]));
  const keys = ctx.db.keyring.checks;
  const names = new Set(keys.map(nameOf));
  return {
    wrong: keys.flatMap((key) => {
      const before = used.get(nameOf(key));
      return before && before.fingerprint !== key.fingerprint ? [before] : [];
    }),
    unknown: keys.filter((key) => !used.has(nameOf(key))),
    absent: kept.filter((key) => key.kind === 'seal' && !names.has(nameOf(key))).map(({ key_id }) => key_id),
  };
}

/**
 * Refuses a keyring with other keys than before, and records those that are new to the database. Of two instances that start at once
 * with different keys of one name, one records its key and the other is refused: its transaction is retried, and finds that key.
 * @throws WrongKeys; then none is recorded
 */
export async function claimKeys(ctx: Context): Promise<void> {
  const found = await compareKeys(ctx);
  if (found.wrong.length > 0) throw new WrongKeys(found.wrong);
  if (found.unknown.length === 0) return;
  // In one order, so that two instances never wait for each other: the second waits for the first's commit.
  const keys = found.unknown.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  for (const { kind, key_id, fingerprint } of keys)
    // Without ON CONFLICT: Citus allows that on a table that is whole on every node only where rows may be changed, too.
    ctx.db.enqueue(
      'insert into kernel.key_checks (kind, key_id, fingerprint, first_used) values ($1, $2, $3, $4)',
      [kind, key_id, fingerprint, ctx.now],
      (error) => new RetryTransaction('key_taken', error),
    );
  const { wrong } = await compareKeys(ctx);
  if (wrong.length > 0) throw new WrongKeys(wrong);
}
