import { PLATFORM_TENANT, TenantRepository } from '@usaha/core';
import { NO_TENANT, type Context, type Database } from '@usaha/shared';
import { compareKeys } from '@usaha/shared/operation';
import type { Config, Secrets } from './config.js';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { isGuessable } from './guessable-key.js';

/** Whether production runs with a SEARCH_KEY that no random generator made. */
export const isSearchKeyWeak = (
  { production }: Pick<Config, 'production'>,
  { search_key }: Pick<Secrets, 'search_key'>,
) => production && isGuessable(search_key);

export const WEAK_SEARCH_KEY =
  'SEARCH_KEY is not random: a copy of the database lets its holder try IC numbers against it; docs/operations.md ("Weak keys that are in use") says how to replace it';

/**
 * Refuses a weak SEARCH_KEY to a database without tenants. It does not rotate, so one that is in use must serve on: it is refused
 * neither where the database has been used with it, nor to data of before keys were recorded.
 * @throws StartError
 */
export async function refuseNewWeakSearchKey(database: Database, ctx: Context): Promise<void> {
  const { unknown } = await compareKeys(ctx);
  if (!unknown.some(({ kind }) => kind === 'search')) return;
  const tenants = await new TenantRepository(database).everyId(ctx);
  if (tenants.every((id) => id === NO_TENANT || id === PLATFORM_TENANT))
    throw new StartError('SEARCH_KEY must be random in production: openssl rand makes one (docs/operations.md)');
}
