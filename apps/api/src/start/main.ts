import 'reflect-metadata';
import '../internals/navigator.js';
import cluster from 'node:cluster';
import { dirname, resolve } from 'node:path';
import type { Logger } from 'pino';
import { inTheWay, placesOf } from '../../preflight/index.js';
import { lineOf } from '../../preflight/line.js';
import { nodeProblem } from '../../preflight/node-version.js';
import { buildLine } from '../build.js';
import { isLoopback, readConfig, type Config } from './config.js';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { requireOpenFiles } from './open-files.js';
import type { RunningService } from './server.js';
import type { Start } from './start-service.js';
import { ToldToStop, askToStop, stopSignal, whenToldToStop } from './stop-signal.js';

const isProduction = process.env.NODE_ENV?.trim() === 'production';
/** In production every line is one of the log. */
let log: Logger | undefined;
/** Lines that are logged and not written yet. */
let flush = (): void => undefined;

const say = (line: string): void => {
  if (log && isProduction) log.info(line);
  else process.stdout.write(`${lineOf('info', line, isProduction)}\n`);
};

function banner({ port, metrics, embedded, demo }: RunningService, config: Config): void {
  const base = `http://${nameOf(config.host)}:${port}`;
  say(`Usaha serves the contract surface at ${base}/v1 and the reference surface at ${base}/api/v1`);
  const figures = metrics === 'here' ? `${base}/metrics` : (metrics ?? 'not served');
  say(`Documents: ${base}/docs/contract and ${base}/docs/reference; health: ${base}/health/ready; metrics: ${figures}`);
  say(whereItListens(config.host));
  say(whereDataLie(config.dataDir, embedded?.place ?? null));
  if (embedded?.warning && !config.production) say(embedded.warning);
  if (config.production) return;
  say(
    `Operator: ${config.operator.email} or ${config.operator.username}, tenant platform, password ${config.operator.password} (as it was first set)`,
  );
  for (const { tenant_slug, email, password } of demo)
    say(`Demo: ${email}, tenant ${tenant_slug}, password ${password} (as it was first set)`);
}

/** What to call the service from this machine. */
function nameOf(host: string | null): string {
  if (host === null || isLoopback(host) || ['0.0.0.0', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** @param cluster the folder of the embedded PostgreSQL; null: the database is another's */
function whereDataLie(dataDir: string, cluster: string | null): string {
  if (cluster === null) return 'Data: the database of DATABASE_URL';
  const isInside = dirname(cluster) === resolve(dataDir);
  const where = isInside ? dataDir : `${cluster}, since PostgreSQL's account cannot reach ${resolve(dataDir)}`;
  return `Data: ${where} (embedded PostgreSQL)`;
}

function whereItListens(host: string | null): string {
  if (host === null) return 'Listening on all addresses';
  return `Listening on ${host}${isLoopback(host) ? ', for this machine alone; HOST=0.0.0.0 lets others in (with an OPERATOR_PASSWORD)' : ''}`;
}

// The reader of this output may be gone (npm start | head): that must not end the service out of order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

async function main(): Promise<void> {
  process.on('uncaughtException', fail);
  const old = nodeProblem();
  if (old !== undefined) throw new StartError(old);
  const config = readConfig(process.env, process.cwd());
  requireOpenFiles(config);
  const start = { config, say, openLog: () => openLog(config), signal: stopSignal };
  if (cluster.isWorker) {
    await (await import('./processes/member.js')).runMember(start);
    process.exit(0);
  }
  const places = placesOf(process.env, process.cwd());
  const problems = places === null ? [] : await inTheWay(places);
  if (problems.length > 0) throw new StartError(problems.join('\n'));
  say(buildLine);
  // Loaded only now: what is wrong is said before seconds are spent on the service.
  const service =
    config.instances > 1 ? await startSeveral(start) : await (await import('./start-service.js')).startService(start);
  banner(service, config);
  const broken = await Promise.race([whenToldToStop(), service.failed]);
  if (typeof broken === 'string') say(`${broken}: finishing requests in flight, then stopping`);
  await service.stop();
  if (broken instanceof StartError) throw broken;
  process.exit(0);
}

async function startSeveral(start: Start): Promise<RunningService> {
  const { startGroup } = await import('./processes/primary.js');
  const group = await startGroup(start);
  process.on('SIGHUP', () => {
    // A terminal says so when it is closed.
    if (process.stdin.isTTY || process.stdout.isTTY) askToStop('SIGHUP');
    else void group.restart();
  });
  return group;
}

async function openLog(config: Config): Promise<Logger> {
  const { createLogger, flushLog } = await import('../http/observability/logging.js');
  const logger = createLogger(config.logLevel, config.logPretty);
  log = logger;
  flush = () => flushLog(logger);
  if (config.production) heedWarnings(logger);
  return logger;
}

/** What Node itself warns of, as lines of the log. */
function heedWarnings(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, warning.message));
}

function fail(error: unknown): never {
  if (error instanceof ToldToStop) {
    // The primary process says so.
    if (cluster.isWorker) process.exit(0);
    say(`${error.signal}: the start was broken off, and all that it had begun is stopped`);
    process.exit(0);
  }
  // A reason that its reader can mend is a line; anything else is ours, and needs its stack.
  const isOurs = !(error instanceof StartError);
  const text = isOurs ? (error instanceof Error && error.stack) || String(error) : error.message;
  flush();
  for (const line of isOurs ? [text] : text.split('\n'))
    process.stderr.write(`${lineOf('fatal', line, isProduction)}\n`);
  process.exit(1);
}

main().catch(fail);
