import { setTimeout as pause } from 'node:timers/promises';
import { GatewayCalls, GatewaySilent, MOST_OF_ACCOUNT, MOST_SOCKETS } from './gateway-calls.js';

const hang = (signal: AbortSignal): Promise<never> =>
  new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error)));

/** Calls that are answered when the test says so. */
class Held {
  readonly open: (() => void)[] = [];
  readonly call = (): Promise<void> => new Promise((done) => this.open.push(done));
}

describe('calls to gateways (A-456)', () => {
  it('ends a call without an answer and tells its socket', async () => {
    const calls = new GatewayCalls(20);
    let ended = false;
    const silent = calls.run('chip a', (signal) => {
      signal.addEventListener('abort', () => (ended = true));
      return hang(signal);
    });
    await expect(silent).rejects.toBeInstanceOf(GatewaySilent);
    expect(ended).toBe(true);
  });

  it('passes on what a gateway answers and throws', async () => {
    const calls = new GatewayCalls();
    await expect(calls.run('chip a', () => Promise.resolve(7))).resolves.toBe(7);
    const error = new Error('cut');
    await expect(calls.run('chip a', () => Promise.reject(error))).rejects.toBe(error);
  });

  it('opens at most 8 sockets for an account, and 32 for all', async () => {
    const calls = new GatewayCalls();
    const held = new Held();
    const run = (account: string) => calls.run(account, held.call);
    const first = Array.from({ length: MOST_OF_ACCOUNT + 5 }, () => run('a'));
    await pause(0);
    expect(held.open).toHaveLength(MOST_OF_ACCOUNT);
    const others = Array.from({ length: 2 * MOST_SOCKETS }, (_, i) => run(`b${i}`));
    await pause(0);
    expect(held.open).toHaveLength(MOST_SOCKETS);
    const all = Promise.all([...first, ...others]);
    let over = false;
    void all.then(() => (over = true));
    while (!over) {
      held.open.splice(0).forEach((done) => done());
      await pause(0);
    }
  });

  it('twenty accounts whose gateways hang leave sockets for another at once', async () => {
    const calls = new GatewayCalls(50);
    const hanging = Array.from({ length: 20 }, (_, i) => `hanging ${i}`);
    await Promise.allSettled(hanging.map((account) => calls.run(account, hang)));
    const asked = hanging.flatMap((account) => Array.from({ length: 8 }, () => calls.run(account, hang)));
    const ended = Promise.allSettled(asked);
    await expect(calls.run('good', () => Promise.resolve('at once'))).resolves.toBe('at once');
    expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('an account that answers again has all of its sockets again', async () => {
    const calls = new GatewayCalls(20);
    await expect(calls.run('a', hang)).rejects.toThrow();
    await calls.run('a', () => Promise.resolve());
    const held = new Held();
    const open = Array.from({ length: 4 }, () => calls.run('a', held.call));
    await pause(0);
    expect(held.open).toHaveLength(4);
    held.open.forEach((done) => done());
    await Promise.all(open);
  });
});
