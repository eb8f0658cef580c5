/** The faults that bench/faults.js tries. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { call, pause } from './fault-ledger.js';
import { KEY_NAME, NEXT_SEAL_KEY, SEAL_KEY } from './keys.js';
import { production } from './servers.js';

/** A probe of the disk every five seconds, and a machine that may be busy. */
const NOTICED_WITHIN_MS = 30_000;
/** How often each of two instances is restarted. */
const ROUNDS = 3;
const cli = fileURLToPath(new URL('../apps/api/bundle/cli.js', import.meta.url));

function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return (
          Number(
            readFileSync(`/proc/${name}/stat`, 'utf8')
              .replace(/^.*\) \S /, '')
              .split(' ')[0],
          ) === pid
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function until(what, isSo) {
  const end = performance.now() + NOTICED_WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Not within ${NOTICED_WITHIN_MS / 1_000} s: ${what}`);
    await pause(250);
  }
}

/** Fills the disk, and holds readiness and metrics against it. */
async function fillDisk({ dir, seconds, instances, metricsToken }) {
  const [{ port }] = instances;
  const readiness = () => call(port, 'GET', '/health/ready', { ms: 5_000 });
  const counted = async () => {
    const { text = '' } = await call(port, 'GET', '/metrics', { token: metricsToken, ms: 10_000 });
    return Number(/^database_unavailable_total\{cause="disk_full"\} (\d+)$/m.exec(text)?.[1] ?? NaN);
  };
  const filler = join(dir, 'filler');
  const { bavail, bsize } = statfsSync(dir);
  spawnSync('fallocate', ['-l', String(Math.max(bsize, (bavail - 40) * bsize)), filler]);
  try {
    await until('/health/ready is 503 for a full disk', async () => {
      const { status, body } = await readiness();
      return status === 503 && body?.writes === 'disk_full';
    });
    await until('database_unavailable_total{cause="disk_full"} counts', async () => (await counted()) > 0);
    await pause(seconds * 1_000);
  } finally {
    rmSync(filler, { force: true });
  }
  const since = performance.now();
  await until('/health/ready is 200 again', async () => (await readiness()).status === 200);
  return { since };
}

/** Stops each instance while the other serves, and starts it again. Clients go on asking it meanwhile. */
async function restartInTurn({ instances, start }, environment) {
  for (const [i, instance] of instances.entries()) {
    await instance.stop();
    instances[i] = await start(environment);
  }
}

const OLD_KEY = `${KEY_NAME}:${SEAL_KEY.toString('base64')}`;
const NEW_KEY = `next:${NEXT_SEAL_KEY.toString('base64')}`;

/** The steps of docs/operations.md ("Keys"). */
async function rotateSeals(situation) {
  await restartInTurn(situation, { SEAL_KEYS: `${OLD_KEY},${NEW_KEY}` });
  await restartInTurn(situation, { SEAL_KEYS: `${NEW_KEY},${OLD_KEY}` });
  const env = { PATH: process.env.PATH, ...production, ...situation.environment, SEAL_KEYS: `${NEW_KEY},${OLD_KEY}` };
  const rotate = () => promisify(execFile)(process.execPath, [cli, 'seal:rotate'], { env });
  const { stdout } = await rotate();
  if (!/^Sealed again with key "next": [1-9]/m.test(stdout)) throw new Error(`seal:rotate said: ${stdout}`);
  // All that was written meanwhile was sealed with the new key: the old one opens nothing any more.
  const again = await rotate();
  if (!again.stdout.includes('Everything is sealed')) throw new Error(`seal:rotate said again: ${again.stdout}`);
}

/** Instances of the earlier release all end before one of this release begins, as CHANGELOG.md asks. */
async function upgrade({ instances, start }) {
  const since = performance.now();
  await Promise.all(instances.map((instance) => instance.stop()));
  const started = await Promise.all(instances.map(() => start()));
  instances.splice(0, instances.length, ...started);
  return { since };
}

/**
 * Each breaks something for some seconds. `breaks` returns since when all should work again, where that is not its end.
 * @type {Record<string, { instances?: number, needs?: 'small disk' | 'pooler' | 'earlier release', breaks: Function }>}
 */
export const faults = {
  'database killed (SIGKILL)': {
    breaks: async ({ postmaster }) => {
      process.kill(postmaster(), 'SIGKILL');
    },
  },
  'database frozen (SIGSTOP)': {
    breaks: async ({ postmaster, seconds }) => {
      const first = postmaster();
      const all = [first, ...childrenOf(first)];
      for (const pid of all) process.kill(pid, 'SIGSTOP');
      await pause(seconds * 1_000);
      for (const pid of all) process.kill(pid, 'SIGCONT');
    },
  },
  'connections cut silently, new ones pass': {
    breaks: async ({ proxy }) => {
      proxy.cut();
    },
  },
  'database unreachable, then at another address': {
    breaks: async ({ proxy, seconds }) => {
      proxy.reachable = false;
      proxy.cut();
      await pause(seconds * 1_000);
      proxy.reachable = true;
    },
  },
  'full disk': { needs: 'small disk', breaks: fillDisk },
  'PgBouncer restarted': {
    needs: 'pooler',
    breaks: async ({ pooler }) => {
      await pooler.restart();
    },
  },
  'two instances restarted in turn, three times': {
    instances: 2,
    breaks: async (situation) => {
      for (let round = 0; round < ROUNDS; round += 1) await restartInTurn(situation);
    },
  },
  'seal:rotate, with the restarts for its keys': { instances: 2, breaks: rotateSeals },
  'upgrade from an earlier release': { instances: 2, needs: 'earlier release', breaks: upgrade },
};
