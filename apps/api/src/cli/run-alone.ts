import type pg from 'pg';

/** A number for each command of which one runs at a time on a database; they are arbitrary and must stay. */
const LOCKS = {
  'audit:retention': 7_283_641_911,
  'tenant:purge': 7_283_641_912,
  'files:move': 7_283_641_913,
} as const;
export type CommandAlone = keyof typeof LOCKS;

/**
 * The numbers that earlier releases lock; a purge and a move of files have the same one there, and keep each other out. They are locked as
 * shared: commands of this release are kept out by themselves alone, and by the same command of an earlier release.
 */
const FORMER: Readonly<Record<CommandAlone, number>> = {
  'audit:retention': 7_283_641_907,
  'tenant:purge': 7_283_641_908,
  'files:move': 7_283_641_908,
};

/** Locks a command until the connection ends. @returns false where it runs already, by this release or an earlier one */
export async function lockCommand(client: pg.Client, command: CommandAlone): Promise<boolean> {
  const { rows } = await client.query<{ alone: boolean }>(
    'select pg_try_advisory_lock($1) and pg_try_advisory_lock_shared($2) as alone',
    [LOCKS[command], FORMER[command]],
  );
  return rows[0]?.alone === true;
}
