import { whoListens, whyNotListen } from '../../../preflight/port.js';
import { dataDirectoryHolder } from '@usaha/embedded-postgres';
import { neutral, reasonOf, unwell, well, type Check } from './finding.js';

export const checkPort: Check = async ({ port, host, dataDir }) => {
  if (port === 0) return [neutral('Port', 'chosen by the system at every start (PORT=0)')];
  const failure = await whyNotListen(port, host);
  if (!failure) return [well('Port', `${port} is free`)];
  if (failure.code !== 'EADDRINUSE')
    return [unwell('Port', `${port} cannot be listened on (${reasonOf(failure)}); set another PORT or HOST`)];
  const holder = await dataDirectoryHolder(dataDir);
  if (holder?.port === port) return [well('Port', `${port} is served by this very service (process ${holder.pid})`)];
  const who = await whoListens(port);
  if (await answersAsService(port))
    return [well('Port', `${port} is served by a running Usaha (${who}); another one needs another PORT`)];
  return [unwell('Port', `${port} is held by ${who}; stop it, or set another PORT`)];
};

async function answersAsService(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://localhost:${port}/health/live`, { signal: AbortSignal.timeout(2_000) });
    return answer.headers.has('x-request-id') && ((await answer.json()) as { status?: string }).status === 'up';
  } catch {
    return false;
  }
}
