import { Teardown } from './teardown.js';

const never = () => new Promise<void>(() => undefined);

describe('what a start has done', () => {
  it('is undone in reverse order', async () => {
    const done: string[] = [];
    const teardown = new Teardown(() => undefined);
    for (const name of ['database', 'listener', 'jobs']) teardown.defer(name, () => Promise.resolve(done.push(name)));
    await teardown.dispose(1_000);
    expect(done).toEqual(['jobs', 'listener', 'database']);
  });

  it('is undone to its end in time although steps hang or fail, and those are named', async () => {
    const told: [string, unknown][] = [];
    const done: string[] = [];
    const teardown = new Teardown((name, error) => told.push([name, error]));
    const failure = new Error('gone already');
    teardown.deferEssential('server', () => Promise.resolve(done.push('server')));
    teardown.defer('connections', never);
    teardown.defer('listener', () => Promise.reject(failure));
    teardown.defer('jobs', never);
    const before = Date.now();
    await teardown.dispose(100);
    expect(Date.now() - before).toBeLessThan(2_000);
    expect(done).toEqual(['server']);
    expect(told).toEqual([
      ['jobs', undefined],
      ['listener', failure],
      ['connections', undefined],
    ]);
  });

  it('tells of an essential step that failed, after the others', async () => {
    const done: string[] = [];
    const teardown = new Teardown(() => undefined);
    teardown.deferEssential('data directory', () => Promise.resolve(done.push('data directory')));
    teardown.deferEssential('server', () => Promise.reject(new Error('will not stop')));
    await expect(teardown.dispose(1_000)).rejects.toThrow('will not stop');
    expect(done).toEqual(['data directory']);
  });

  it('waits for what is essential beyond that time', async () => {
    const teardown = new Teardown(() => undefined);
    let isStopped = false;
    const stop = async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      isStopped = true;
    };
    teardown.deferEssential('server', stop);
    teardown.defer('jobs', never);
    await teardown.dispose(0);
    expect(isStopped).toBe(true);
  });
});
