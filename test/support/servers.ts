import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { testKeys } from './test-keys.js';

const bundled = resolve(__dirname, '../../apps/api/bundle/main.js');
const dieWithParent = resolve(__dirname, 'die-with-parent.mjs');
const lightPasswords = resolve(__dirname, 'light-passwords.mjs');
const longConnections = resolve(__dirname, 'long-connections.mjs');
const failing = resolve(__dirname, 'failing-statements.mjs');
const counting = resolve(__dirname, 'count-packets.mjs');
const movedClock = resolve(__dirname, 'moved-clock.mjs');
const watching = resolve(__dirname, 'watch-statements.mjs');
const START_MS = 90_000;

export const testSecrets = {
  JWT_KEYS: 'test:The 9 quick brown foxes who sign 4096 tokens of tests alone',
  SEAL_KEYS: `test:${testKeys.seal.toString('base64')}`,
  SEARCH_KEY: testKeys.search.toString('base64'),
};

export interface StartOptions {
  /** Passwords cost what they cost in production; otherwise next to nothing. */
  costlyPasswords?: boolean;
  /** The test process says when statements fail, and how: see failing-statements.mjs. */
  failingStatements?: boolean;
  /** The test process is told which packets a request took: see packets-sent.ts. */
  countsPackets?: boolean;
  /** The test process moves its clock: see moved-clock.mjs. */
  movesClock?: boolean;
  /** The main module; the bundle of this folder unless given. */
  main?: string;
}

export interface ServerProcess {
  baseUrl: string;
  child: ChildProcess;
  /** Asks it to stop, and waits until it has. @returns its exit code */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the built service in a separate process, on a free port, and waits until it serves. */
export async function startServer(
  environment: Record<string, string>,
  logFile: string,
  {
    costlyPasswords = false,
    failingStatements = false,
    countsPackets = false,
    movesClock = false,
    main = bundled,
  }: StartOptions = {},
): Promise<ServerProcess> {
  const log = openSync(logFile, 'a');
  const scripts = [
    dieWithParent,
    longConnections,
    ...(costlyPasswords ? [] : [lightPasswords]),
    ...(failingStatements ? [failing] : []),
    ...(countsPackets ? [counting] : []),
    ...(movesClock ? [movedClock] : []),
    ...(environment.STATEMENTS_FILE === undefined ? [] : [watching]),
  ];
  const preloaded = scripts.flatMap((script) => ['--import', script]);
  const inherited = Object.fromEntries(['PATH', 'HOME', 'TMPDIR', 'TZ'].map((name) => [name, process.env[name]]));
  // Tests look at figures again and again.
  const kept = environment.NODE_ENV === 'production' ? {} : { METRICS_KEPT_MS: '0' };
  const child = spawn(process.execPath, [...preloaded, main], {
    env: { ...inherited, PORT: '0', LOG_PRETTY: 'false', ...kept, ...environment },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const port = await new Promise<string>((done, fail) => {
    const deadline = setTimeout(() => {
      clearInterval(timer);
      fail(new Error(`The server did not start:\n${readFileSync(logFile, 'utf8')}`));
    }, START_MS);
    const timer = setInterval(() => {
      const found = [
        ...readFileSync(logFile, 'utf8').matchAll(/serves the contract surface at http:\/\/localhost:(\d+)\//g),
      ].at(-1)?.[1];
      if (found === undefined && child.exitCode === null) return;
      clearInterval(timer);
      clearTimeout(deadline);
      if (found === undefined || child.exitCode !== null)
        fail(new Error(`The server did not start:\n${readFileSync(logFile, 'utf8')}`));
      else done(found);
    }, 50);
  });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    const code = await exited;
    if (child.connected) child.disconnect();
    return code;
  };
  return { baseUrl: `http://127.0.0.1:${port}`, child, stop };
}
