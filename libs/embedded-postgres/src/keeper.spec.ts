import { setTimeout as sleep } from 'node:timers/promises';
import { Keeper } from './keeper.js';
import type { Server } from './server.js';
import { StartError } from './start-error.js';

/** A server that ends when it is told to, or by itself. */
class PretendedServer implements Server {
  readonly host = '/somewhere';
  readonly port = 5432;
  readonly adopted = false;
  readonly ended: Promise<void>;
  stops = 0;
  die!: () => void;

  constructor(readonly pid: number) {
    this.ended = new Promise((resolve) => (this.die = resolve));
  }

  stop(): Promise<void> {
    this.stops += 1;
    this.die();
    return Promise.resolve();
  }
}

function keeping(start: (signal: AbortSignal) => Promise<Server>, patienceMs: number) {
  const said: string[] = [];
  const first = new PretendedServer(1);
  let gaveUp: (reason: StartError) => void = () => undefined;
  const given = new Promise<StartError>((resolve) => (gaveUp = resolve));
  const keeper = new Keeper(first, { start, log: (message) => said.push(message), patienceMs, gaveUp });
  return { keeper, first, said, given };
}

describe('a server that ends by itself', () => {
  it('is started again at once, and again; told to stop it is stopped, and left alone', async () => {
    const servers: PretendedServer[] = [];
    const { keeper, first } = keeping(() => {
      const server = new PretendedServer(servers.length + 2);
      servers.push(server);
      return Promise.resolve(server);
    }, 60_000);
    first.die();
    while (servers.length < 1) await sleep(5);
    servers[0]?.die();
    while (servers.length < 2) await sleep(5);
    await keeper.stop();
    await sleep(50);
    expect(servers.map(({ stops }) => stops)).toEqual([0, 1]);
  });

  it('and cannot be started is tried with growing pauses, and given up in one line', async () => {
    const attempts: number[] = [];
    const { keeper, first, said, given } = keeping(() => {
      attempts.push(performance.now());
      return Promise.reject(new Error('no space is left\non the device'));
    }, 1_800);
    const before = performance.now();
    first.die();
    const reason = await given;
    expect(reason).toBeInstanceOf(StartError);
    expect(reason.message).toBe(
      'PostgreSQL ended unexpectedly and could not be started again within 2 s (no space is left); giving up',
    );
    // At once, after half a second, a second more, and when its time is over.
    expect(attempts.map((at) => Math.round((at - before) / 500))).toEqual([0, 1, 3, 4]);
    expect(said).toHaveLength(1 + attempts.length);
    await keeper.stop();
  });

  it('is not waited for where it is told to stop while it is being started', async () => {
    let isBrokenOff = false;
    const { keeper, first, given } = keeping(async (signal) => {
      await sleep(60_000, undefined, { signal }).catch(() => (isBrokenOff = true));
      throw new Error('broken off');
    }, 1);
    first.die();
    await sleep(20);
    await keeper.stop();
    expect(isBrokenOff).toBe(true);
    expect(await Promise.race([given, sleep(50, 'silence')])).toBe('silence');
  });
});
