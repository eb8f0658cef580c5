import type { Database } from '@usaha/shared';
import { STATEMENT_MS } from '@usaha/shared/operation';
import type { Config, Secrets } from './config.js';
import { askClockOffset, clockProblem } from '../database/clock-offset.js';
import { statementTimeoutProblem } from '../database/statement-timeout.js';
import { WEAK_SEARCH_KEY, isSearchKeyWeak } from './weak-search-key.js';

const SEES_ALL_TENANTS =
  'DATABASE_URL names a role that could read every tenant by itself: a role that owns no table is safer';

/** Faults that keep no service from starting, a line each. Two statements, once at the start. */
export async function startWarnings(
  database: Pick<Database, 'dedicatedConnection' | 'isElevated'>,
  config: Pick<Config, 'production' | 'statementTimeoutMs'>,
  secrets: Pick<Secrets, 'search_key'>,
): Promise<string[]> {
  const client = database.dedicatedConnection('usaha start');
  // What breaks is told by the statement that waits for it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const ask = async (text: string) => (await client.query<{ ms: number }>(text)).rows;
    const timeout = await statementTimeoutProblem(ask, config.statementTimeoutMs ?? STATEMENT_MS);
    const clock = clockProblem(await askClockOffset(async (text) => (await client.query<{ now: Date }>(text)).rows));
    return [
      ...(clock === null ? [] : [`The clocks differ: ${clock}`]),
      ...(database.isElevated ? [SEES_ALL_TENANTS] : []),
      ...(isSearchKeyWeak(config, secrets) ? [WEAK_SEARCH_KEY] : []),
      ...(timeout === null ? [] : [timeout]),
    ];
  } finally {
    await client.end();
  }
}
