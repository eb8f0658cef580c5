/** A PgBouncer before the database, as docs/operations.md ("Behind a pooler") sets it. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** The first release that keeps prepared statements over the transactions of a pool. */
const OLDEST = [1, 21];

/** The command to run: the one that PGBOUNCER names, else the one in PATH. */
const command = () => process.env.PGBOUNCER?.trim() || 'pgbouncer';

/** Why PgBouncer cannot be tried here; undefined where it can. */
export function whyNoPgBouncer() {
  const name = command();
  const { status, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
  if (status !== 0) return `${name} cannot be run: name a PgBouncer of ${OLDEST.join('.')} or later in PGBOUNCER`;
  const installed = /^PgBouncer (\S+)/m.exec(stdout)?.[1] ?? 'an unknown release';
  const [major = 0, minor = 0] = installed.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return `PgBouncer ${OLDEST.join('.')} or later is needed, ${installed} is installed`;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts one in transaction mode. @returns its port, a restart that takes two seconds, and its end */
export async function startPgBouncer(folder, socketFolder) {
  const [port, ini, users] = [await freePort(), join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  writeFileSync(users, '"usaha_app" ""\n"usaha" ""\n');
  writeFileSync(
    ini,
    `[databases]
usaha = host=${socketFolder} dbname=usaha
[pgbouncer]
listen_addr=127.0.0.1
listen_port=${port}
unix_socket_dir=
auth_type=trust
auth_file=${users}
pool_mode=transaction
max_prepared_statements=500
ignore_startup_parameters=statement_timeout
default_pool_size=20
`,
  );
  for (const path of [ini, users]) chmodSync(path, 0o644);
  chmodSync(folder, 0o755);
  // It refuses to run as root.
  const account = process.getuid() === 0 ? { uid: Number(execFileSync('id', ['-u', 'postgres'])) } : {};
  const start = async () => {
    const child = spawn(command(), ['-q', ini], { stdio: ['ignore', 'ignore', 'inherit'], ...account });
    await Promise.race([pause(500), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error(`${command()} ended with ${child.exitCode}`);
    return child;
  };
  let child = await start();
  const end = async () => {
    const ending = child;
    if (ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    const killing = setTimeout(() => ending.kill('SIGKILL'), 3_000);
    ending.kill('SIGINT');
    await ended;
    clearTimeout(killing);
  };
  const restart = async () => {
    await end();
    await pause(2_000);
    child = await start();
  };
  return { port, restart, stop: end };
}
