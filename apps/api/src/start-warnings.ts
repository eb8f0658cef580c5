import { STATEMENT_MS, type Database } from '@usaha/shared';
import type { Config, Secrets } from './config.js';
import { statementTimeoutProblem } from './statement-timeout.js';
import { WEAK_SEARCH_KEY, isSearchKeyWeak } from './weak-search-key.js';

/** What is not as it should be and keeps no service from starting, a line each. One statement, once at the start. */
export async function startWarnings(
  { dataSource }: Pick<Database, 'dataSource'>,
  config: Pick<Config, 'production' | 'statementTimeoutMs'>,
  secrets: Pick<Secrets, 'search_key'>,
): Promise<string[]> {
  const timeout = await statementTimeoutProblem(dataSource, config.statementTimeoutMs ?? STATEMENT_MS);
  return [...(isSearchKeyWeak(config, secrets) ? [WEAK_SEARCH_KEY] : []), ...(timeout === null ? [] : [timeout])];
}
