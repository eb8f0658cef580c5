import { UndoStack } from './undo-stack.js';

const never = () => new Promise<void>(() => undefined);

describe('what a start has done', () => {
  it('is undone in reverse order', async () => {
    const done: string[] = [];
    const undo = new UndoStack(() => undefined);
    for (const name of ['database', 'listener', 'jobs']) undo.push(name, () => Promise.resolve(done.push(name)));
    await undo.unwind(1_000);
    expect(done).toEqual(['jobs', 'listener', 'database']);
  });

  it('is undone to its end in time although steps hang or fail, and those are named', async () => {
    const told: [string, unknown][] = [];
    const done: string[] = [];
    const undo = new UndoStack((name, error) => told.push([name, error]));
    const failure = new Error('gone already');
    undo.pushEssential('server', () => Promise.resolve(done.push('server')));
    undo.push('connections', never);
    undo.push('listener', () => Promise.reject(failure));
    undo.push('jobs', never);
    const before = Date.now();
    await undo.unwind(100);
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
    const undo = new UndoStack(() => undefined);
    undo.pushEssential('data directory', () => Promise.resolve(done.push('data directory')));
    undo.pushEssential('server', () => Promise.reject(new Error('will not stop')));
    await expect(undo.unwind(1_000)).rejects.toThrow('will not stop');
    expect(done).toEqual(['data directory']);
  });

  it('waits for what is essential beyond that time', async () => {
    const undo = new UndoStack(() => undefined);
    let isStopped = false;
    const stop = async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      isStopped = true;
    };
    undo.pushEssential('server', stop);
    undo.push('jobs', never);
    await undo.unwind(0);
    expect(isStopped).toBe(true);
  });
});
