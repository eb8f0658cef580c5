// First of all: no moment of the start is without it.
import { ToldToStop, stopSignal, whenToldToStop } from './stop-signal.js';
import 'reflect-metadata';
import { readConfig, type Config } from './config.js';
import { StartError } from './embedded/start-error.js';
import { requireOpenFiles } from './open-files.js';
import type { RunningService } from './service.js';
import { unlessAborted } from './unless-aborted.js';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function banner({ port, embedded, demo }: RunningService, config: Config): void {
  const base = `http://localhost:${port}`;
  say(`Usaha serves the contract surface at ${base}/v1 and the reference surface at ${base}/api/v1`);
  say(
    `Documents: ${base}/docs/contract and ${base}/docs/reference; health: ${base}/health/ready; metrics: ${base}/metrics`,
  );
  say(embedded ? `Data: ${config.dataDir} (embedded PostgreSQL)` : 'Data: the database of DATABASE_URL');
  if (config.production) return;
  say(
    `Operator: ${config.operator.email} or ${config.operator.username}, tenant platform, password ${config.operator.password} (as it was first set)`,
  );
  for (const { tenant_slug, email, password } of demo)
    say(`Demo: ${email}, tenant ${tenant_slug}, password ${password}`);
}

// The reader of this output may be gone (npm start | head): that must not end the service out of order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

async function main(): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  requireOpenFiles(config);
  // Loaded only now: what is wrong with the configuration is said before seconds are spent on the service.
  const { startService } = await unlessAborted(import('./service.js'), stopSignal);
  const service = await startService(config, say, stopSignal);
  banner(service, config);
  const broken = await Promise.race([whenToldToStop(), service.failed]);
  if (typeof broken === 'string') say(`${broken}: finishing requests in flight, then stopping`);
  await service.stop();
  if (broken instanceof StartError) throw broken;
  process.exit(0);
}

function fail(error: unknown): void {
  if (error instanceof ToldToStop) {
    say(`${error.signal}: the start was broken off, and all that it had begun is stopped`);
    process.exit(0);
  }
  // A reason that its reader can mend is one line; anything else is ours, and needs its stack.
  process.stderr.write(
    error instanceof StartError ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}

main().catch(fail);
