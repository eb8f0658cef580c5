import { Durations } from '../values/durations.js';
import type { Context } from './context.js';
import { notFound } from '../errors.js';
import { Transaction } from './transaction.js';
import type { TransactionOptions } from './transaction-options.js';
import type { TransactionSource } from './transaction-source.js';

const HOME = '0198f3a2-6b1c-7c3e-9d2a-000000000001';
const AWAY = '0198f3a2-6b1c-7c3e-9d2a-000000000002';

/** What a batch is to a connection: its statements, and who hears of their answers. */
interface Written {
  statements: readonly { text: string }[];
  handleCommandComplete(message: { text: string }): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
}

/** A connection that answers every packet in its turn, unless told to fail a statement: then it passes over what follows, as PostgreSQL does. */
class FakeClient {
  readonly sent: string[] = [];
  readonly packets: string[][] = [];
  readonly releases: unknown[] = [];
  readonly connection = {};
  readonly _activeQuery = null;
  readonly _sentQueryQueue: object[] = [];
  private isAborted = false;
  constructor(
    private readonly failing: RegExp | null,
    private readonly code?: string,
  ) {}

  query(batch: Written): void {
    const texts = batch.statements.map(({ text }) => text);
    if (this.releases.length > 0) throw new Error(`Sent on a connection that was given back: ${texts.join()}`);
    this.packets.push(texts);
    this.sent.push(...texts);
    setImmediate(() => this.answer(batch, texts));
  }

  release(broken?: unknown): void {
    this.releases.push(broken);
  }

  private answer(batch: Written, texts: readonly string[]): void {
    if (this.releases.length > 0) return batch.handleError(new Error('Connection terminated'));
    for (const text of texts) {
      const isEnd = text === 'COMMIT' || text.startsWith('ROLLBACK');
      if (this.isAborted && !isEnd) return batch.handleError(Object.assign(new Error('aborted'), { code: '25P02' }));
      if (this.failing?.test(text)) {
        this.isAborted = true;
        return batch.handleError(Object.assign(new Error(`refused: ${text}`), { code: this.code }));
      }
      const command = this.isAborted ? 'ROLLBACK' : (text.split(' ')[0] ?? '');
      if (isEnd) this.isAborted = false;
      batch.handleCommandComplete({ text: `${command} 1` });
    }
    batch.handleReadyForQuery();
  }
}

/** A pool whose connections are made when the test says so. */
class FakeDatabase {
  readonly clients: FakeClient[] = [];
  readonly preamble = { of: (tenant_id: string) => ({ text: `BEGIN ${tenant_id}`, bytes: Buffer.of(), commands: 1 }) };
  readonly durations = { statements: new Durations() };
  private readonly asked: (() => void)[] = [];
  constructor(
    readonly isElevated = false,
    private readonly failing: RegExp | null = null,
    private readonly atOnce = true,
    private readonly code?: string,
  ) {}

  connect(): Promise<FakeClient> {
    return new Promise((resolve) => {
      const make = () => {
        const client = new FakeClient(this.failing, this.code);
        this.clients.push(client);
        resolve(client);
      };
      if (this.atOnce) make();
      else this.asked.push(make);
    });
  }

  /** Makes the connections that were asked for. */
  async deliver(): Promise<void> {
    for (const make of this.asked.splice(0)) make();
    await settled();
  }

  begin(options?: TransactionOptions): Transaction {
    return new Transaction(this as unknown as TransactionSource, HOME, options);
  }

  /** How often each connection was given back, and whether it was closed. */
  get given(): unknown[][] {
    return this.clients.map(({ releases }) => releases);
  }

  get sent(): string[] {
    return this.clients.flatMap(({ sent }) => sent);
  }

  /** What left together. */
  get packets(): string[][] {
    return this.clients.flatMap(({ packets }) => packets);
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const opening = `BEGIN ${HOME}`;
const ctx = { tenant_id: HOME, now: new Date('2026-03-10T08:30:00Z'), actor: null } as unknown as Context;
const change = { action: 'update', record_type: 'product', record_id: AWAY, changes: {} };

const ends = {
  committed: (db: Transaction) => db.commit(),
  'rolled back': (db: Transaction) => db.rollback(),
  abandoned: (db: Transaction) => Promise.resolve(db.abandon()),
};
const refusals = {
  committed: 'This transaction was committed',
  'rolled back': 'This transaction was rolled back',
  abandoned: 'The request took too long',
};

describe.each(Object.keys(ends) as (keyof typeof ends)[])('a transaction that was %s', (end) => {
  it.each([
    ['a query', (db: Transaction) => db.read('select 2')],
    ['a write', (db: Transaction) => db.write('insert 2')],
    ['a change', (db: Transaction) => db.change('update 2')],
    ['a savepoint', (db: Transaction) => db.savepoint(() => Promise.resolve())],
    ['the platform', (db: Transaction) => db.withPlatform(() => Promise.resolve())],
    ['another tenant', (db: Transaction) => db.withTenant(AWAY, () => Promise.resolve())],
    ['settling', (db: Transaction) => db.commitAndContinue()],
    ['a commit', (db: Transaction) => db.commit()],
  ])('refuses %s, and opens nothing', async (_, ask) => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    await db.read('select 1');
    await ends[end](db);
    await settled();
    await expect(ask(db)).rejects.toThrow(refusals[end]);
    await settled();
    expect(pool.clients).toHaveLength(1);
    expect(pool.given[0]).toHaveLength(1);
  });

  it('refuses also when it had not sent anything', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    await ends[end](db);
    await expect(db.read('select 1')).rejects.toThrow(refusals[end]);
    expect(pool.clients).toHaveLength(0);
  });

  it('refuses what was read for while its connection was being made, and gives that back unused', async () => {
    const pool = new FakeDatabase(false, null, false);
    const db = pool.begin();
    const asked = db.read('select 1');
    const refused = expect(asked).rejects.toThrow(refusals[end]);
    await ends[end](db);
    await pool.deliver();
    await refused;
    expect(pool.sent).toEqual([]);
    expect(pool.given).toEqual([[undefined]]);
  });

  it('can be ended again by a rollback, which does nothing', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    await db.write('insert 1');
    await ends[end](db);
    await db.rollback();
    expect(pool.given[0]).toHaveLength(1);
  });
});

describe('a transaction', () => {
  it.each([false, true])('sends statements in the order in which they were asked (elevated: %s)', async (elevated) => {
    for (let turns = 0; turns < 20; turns += 1) {
      const pool = new FakeDatabase(elevated);
      const tx = pool.begin();
      const first = tx.read('first');
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      await Promise.all([first, tx.read('second')]);
      expect(pool.clients[0]?.sent.slice(1)).toEqual(['first', 'second']);
    }
  });

  it('sends its opening and its statements in order, and commits what was written', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    await Promise.all([db.read('select 1'), db.write('insert 1')]);
    await db.commit();
    expect(pool.sent).toEqual([opening, 'select 1', 'insert 1', 'COMMIT']);
    expect(pool.given).toEqual([[undefined]]);
  });

  it('refuses the branch of a Promise.all that goes on after another failed', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    let second: Promise<unknown> | undefined;
    const list = db.read('select 1').then(() => settled().then(() => (second = db.read('select 2'))));
    const missing = db.read('select 0').then(() => Promise.reject(new Error('not found')));
    await expect(Promise.all([missing, list])).rejects.toThrow('not found');
    await db.rollback();
    await expect(list).rejects.toThrow('This transaction was rolled back');
    await expect(second).rejects.toThrow();
    expect(pool.clients).toHaveLength(1);
    expect(pool.given).toEqual([[undefined]]);
  });

  it('commits what was asked to be written before its connection was there', async () => {
    const pool = new FakeDatabase(false, null, false);
    const db = pool.begin();
    const written = db.write('insert 1');
    const committed = db.commit();
    await pool.deliver();
    await Promise.all([written, committed]);
    expect(pool.sent).toEqual([opening, 'insert 1', 'COMMIT']);
    expect(pool.given).toEqual([[undefined]]);
  });

  it('goes on after it was settled, on another connection and with nothing of what was before', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    await db.write('insert 1');
    await db.commitAndContinue();
    await db.read('select 2');
    await db.commit();
    await settled();
    expect(pool.clients.map(({ sent }) => sent)).toEqual([
      [opening, 'insert 1', 'COMMIT'],
      [opening, 'select 2', 'COMMIT'],
    ]);
    expect(pool.given).toEqual([[undefined], [undefined]]);
  });

  it('writes the trail also of a change that is recorded before anything is sent', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    db.record(ctx, change);
    await db.commit();
    expect(pool.sent).toEqual([opening, expect.stringContaining('kernel.audit_entries'), 'COMMIT']);
  });

  it('runs no hook when nothing was committed', async () => {
    const pool = new FakeDatabase(false, /COMMIT/);
    const db = pool.begin();
    let isTold = false;
    db.afterCommit(() => (isTold = true));
    await db.write('insert 1');
    await expect(db.commit()).rejects.toThrow('refused: COMMIT');
    await db.rollback();
    expect(isTold).toBe(false);
    expect(pool.given).toEqual([[undefined]]);
  });

  it('closes a connection once that is given up while it commits', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    await db.write('insert 1');
    const committed = db.commit();
    db.abandon();
    await expect(committed).rejects.toMatchObject({ kind: 'unavailable' });
    expect(pool.given).toEqual([[true]]);
  });

  it('closes a connection once that is given up while it rolls back', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    await db.read('select 1');
    const rolledBack = db.rollback();
    db.abandon();
    await rolledBack;
    expect(pool.given).toEqual([[true]]);
  });
});

describe.each([false, true])('an opening that fails (elevated: %s)', (isElevated) => {
  it('fails every statement, runs none of them unfenced, and leaves no connection behind', async () => {
    const pool = new FakeDatabase(isElevated, /^BEGIN/);
    const db = pool.begin();
    const asked = await Promise.allSettled([db.read('select 1'), db.read('select 2')]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await db.rollback();
    expect(pool.sent[0]).toBe(opening);
    expect(pool.given).toHaveLength(1);
    expect(pool.given[0]).toHaveLength(1);
  });

  it.each(['rollback', 'abandon'] as const)('and %s meanwhile leave none behind either', async (end) => {
    const pool = new FakeDatabase(isElevated, /^BEGIN/);
    const db = pool.begin();
    const asked = expect(db.read('select 1')).rejects.toThrow();
    await Promise.resolve();
    await db[end]();
    await asked;
    expect(pool.given).toHaveLength(1);
    expect(pool.given[0]).toHaveLength(1);
  });
});

it('an elevated transaction sends nothing more before its opening is answered: it would not be fenced in', async () => {
  const pool = new FakeDatabase(true, /^BEGIN/);
  const db = pool.begin();
  const asked = expect(db.read('select 1')).rejects.toThrow('refused: BEGIN');
  await new Promise((resolve) => process.nextTick(resolve));
  const later = expect(db.read('select 2')).rejects.toThrow('refused: BEGIN');
  await Promise.all([asked, later]);
  await db.rollback();
  expect(pool.sent).toEqual([opening, 'select 1']);
  expect(pool.given).toEqual([[expect.any(Error)]]);
});

it.each([
  ['is written', (db: Transaction) => db.enqueue('insert 1', [])],
  ['goes on the trail', (db: Transaction) => db.record(ctx, change)],
])('COMMIT of what %s says why where its connection cannot be made, and does not wait', async (_, ask) => {
  const pool = Object.assign(new FakeDatabase(), { connect: () => Promise.reject(new Error('ECONNREFUSED')) });
  const db = pool.begin();
  ask(db);
  await expect(db.commit()).rejects.toThrow('ECONNREFUSED');
});

it('a connection that cannot be made belongs to no transaction, and its own says why', async () => {
  const failing = {
    ...{ preamble: new FakeDatabase().preamble, durations: { statements: new Durations() }, isElevated: false },
    connect: () => Promise.reject(new Error('ECONNREFUSED')),
  };
  const db = new Transaction(failing as unknown as TransactionSource, HOME);
  await expect(db.write('insert 1')).rejects.toThrow('ECONNREFUSED');
  await expect(db.commit()).rejects.toThrow('ECONNREFUSED');
  await db.rollback();
});

describe('of statements that are sent together', () => {
  const serverThatRefuses = (failing: RegExp, sqlstate: string) =>
    new FakeDatabase(false, failing, true, sqlstate).begin();
  const slow = async <T>(result: Promise<T>): Promise<T> => {
    await result.catch(() => undefined);
    await settled();
    return result;
  };

  it.each(['55P03', '57014', '40P01', '53100'])(
    'the cause is reported, not what failed because of it: %s',
    async (why) => {
      const db = serverThatRefuses(/lock/, why);
      const [first, ...rest] = [db.read('lock 1'), db.read('select 2'), db.write('insert 3')];
      await expect(Promise.all([slow(first), ...rest])).rejects.toMatchObject({
        kind: 'unavailable',
        cause: { code: why },
      });
      for (const each of [first, ...rest]) await expect(each).rejects.toMatchObject({ cause: { code: why } });
      await db.rollback();
    },
  );

  it('that of the opening is reported with the first', async () => {
    const db = serverThatRefuses(/^BEGIN/, '57014');
    const asked = [db.read('select 1'), db.read('select 2')];
    for (const each of asked)
      await expect(each).rejects.toMatchObject({ kind: 'unavailable', cause: { code: '57014' } });
    await db.rollback();
  });

  it('and a COMMIT that comes behind says the same, if the error was ignored', async () => {
    const db = serverThatRefuses(/insert/, '53100');
    await db.write('insert 1').catch(() => undefined);
    await expect(db.commit()).rejects.toMatchObject({ kind: 'unavailable', cause: { code: '53100' } });
  });

  it('but nothing of it is left once a part was taken back', async () => {
    const db = serverThatRefuses(/lock/, '55P03');
    await expect(db.savepoint(() => db.read('lock 1'))).rejects.toMatchObject({ cause: { code: '55P03' } });
    await db.write('insert 2');
    await expect(db.commit()).resolves.toBeUndefined();
    const again = serverThatRefuses(/lock|wrong/, '42P01');
    await again.savepoint(() => again.read('lock 1')).catch(() => undefined);
    await expect(again.read('wrong 2')).rejects.toMatchObject({ code: '42P01' });
    await again.rollback();
  });
});

describe('part of a transaction', () => {
  const accesses = {
    platform: (db: Transaction, work: () => Promise<unknown>) => db.withPlatform(work),
    tenant: (db: Transaction, work: () => Promise<unknown>) => db.withTenant(AWAY, work),
    savepoint: (db: Transaction, work: () => Promise<unknown>) => db.savepoint(work),
  };

  it.each(Object.keys(accesses) as (keyof typeof accesses)[])(
    'in a %s opens nothing again when the transaction ends meanwhile',
    async (access) => {
      const pool = new FakeDatabase();
      const db = pool.begin();
      await db.read('select 1');
      const part = accesses[access](db, async () => {
        await db.rollback();
        throw notFound({ en: 'product', ms: 'produk' });
      });
      await expect(part).rejects.toThrow('Product not found');
      await settled();
      expect(pool.clients).toHaveLength(1);
      expect(pool.given).toEqual([[undefined]]);
    },
  );

  it.each(['platform', 'tenant'] as const)(
    'in a %s that settles opens nothing again to put the setting back',
    async (access) => {
      const pool = new FakeDatabase();
      const db = pool.begin();
      await accesses[access](db, async () => {
        await db.read('select 0');
        await db.commitAndContinue();
      });
      await settled();
      expect(pool.clients).toHaveLength(1);
      await db.read('select 1');
      await db.commit();
      await settled();
      expect(pool.clients[1]?.sent).toEqual([opening, 'select 1', 'COMMIT']);
      expect(pool.given).toEqual([[undefined], [undefined]]);
    },
  );

  it('that writes and settles at once sends COMMIT with what it wrote, and answers after that', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    await db.withPlatform(async () => {
      await db.read('select 0');
      await Promise.all([db.write('insert 1'), db.commitAndContinue()]);
    });
    const on = "SET LOCAL app.platform = 'on'";
    expect(pool.packets).toEqual([
      [opening, on, 'select 0'],
      ['insert 1', 'COMMIT'],
    ]);
    expect(pool.given).toEqual([[undefined]]);
  });

  it('that fails and settles at once is taken back, and says why', async () => {
    const pool = new FakeDatabase(false, /insert 1/);
    const db = pool.begin();
    const part = db.withPlatform(() => Promise.all([db.write('insert 1'), db.commitAndContinue()]));
    await expect(part).rejects.toThrow('refused: insert 1');
    await settled();
    expect(pool.sent.at(-1)).toBe('ROLLBACK');
    expect(pool.given).toEqual([[undefined]]);
  });

  it('in another tenant that comes first opens as that tenant', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    await db.withTenant(AWAY, () => db.read('select 1'));
    await db.read('select 2');
    await db.commit();
    await settled();
    expect(pool.sent).toEqual([
      `BEGIN ${AWAY}`,
      'select 1',
      `SET LOCAL app.tenant_id = '${HOME}'`,
      'select 2',
      'COMMIT',
    ]);
  });

  it('in another tenant that only reads opens nothing again to go home, and what comes then is home', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin({ reads: true });
    await db.withTenant(AWAY, () => db.read('select 1'));
    await settled();
    expect(pool.packets).toEqual([[`BEGIN ${AWAY}`, 'select 1', 'COMMIT']]);
    await db.read('select 2');
    await db.commit();
    await settled();
    expect(pool.packets.slice(1)).toEqual([[opening, 'select 2', 'COMMIT']]);
    expect(pool.given).toEqual([[undefined], [undefined]]);
  });

  it('in another tenant that asks nothing leaves the tenant as it is', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    await db.withTenant(AWAY, () => Promise.resolve());
    await db.read('select 1');
    await db.commit();
    await settled();
    expect(pool.sent).toEqual([opening, 'select 1', 'COMMIT']);
  });

  it('that fails keeps what was recorded before it on the trail', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    await db.write('insert 1');
    db.record(ctx, change);
    const part = db.savepoint(() => {
      db.record(ctx, change);
      return Promise.reject(new Error('failed'));
    });
    await expect(part).rejects.toThrow('failed');
    await db.commit();
    expect(pool.sent.map((text) => text.replace(/insert into (\S+).*/s, '$1'))).toEqual([
      opening,
      'insert 1',
      'kernel.audit_entries',
      'COMMIT',
    ]);
  });
});

describe('a transaction that is meant to read', () => {
  const reading = { reads: true };

  it('sends its opening, all that is read together and its end in one packet', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin(reading);
    await Promise.all([db.read('select 1'), db.read('select 2')]);
    await db.commit();
    expect(pool.packets).toEqual([[opening, 'select 1', 'select 2', 'COMMIT']]);
    expect(pool.given).toEqual([[undefined]]);
  });

  it('is another one for what is read later', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin(reading);
    await db.read('select 1');
    await db.read('select 2');
    await db.commit();
    expect(pool.clients.map(({ packets }) => packets)).toEqual([
      [[opening, 'select 1', 'COMMIT']],
      [[opening, 'select 2', 'COMMIT']],
    ]);
  });

  it.each([
    ['locks', (db: Transaction) => db.lock('select 2 from a.b r for no key update')],
    ['writes', (db: Transaction) => db.write('insert 2')],
    ['sets something', (db: Transaction) => db.lock(`select set_config('a', 'b', true)`)],
    ['goes elsewhere', (db: Transaction) => db.withTenant(AWAY, () => db.read('select 2'))],
  ])('goes on to its end from the first statement on that %s', async (_, ask) => {
    const pool = new FakeDatabase();
    const db = pool.begin(reading);
    await Promise.all([db.read('select 1'), ask(db)]);
    await db.read('select 3');
    await db.commit();
    await settled();
    expect(pool.clients).toHaveLength(1);
    expect(pool.sent.filter((text) => text === 'COMMIT')).toHaveLength(1);
    expect(pool.sent.at(-1)).toBe('COMMIT');
    expect(pool.given).toEqual([[undefined]]);
  });

  it('writes the trail of what was read, and answers after that', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin(reading);
    await db.read('select 1');
    db.record(ctx, change);
    await db.commit();
    expect(pool.packets[1]).toEqual([opening, expect.stringContaining('kernel.audit_entries'), 'COMMIT']);
    expect(pool.given).toEqual([[undefined], [undefined]]);
  });

  it('takes back what failed, and gives its connection back', async () => {
    const pool = new FakeDatabase(false, /select 1/);
    const db = pool.begin(reading);
    await expect(db.read('select 1')).rejects.toThrow('refused: select 1');
    await db.rollback();
    await settled();
    expect(pool.packets).toEqual([[opening, 'select 1', 'COMMIT'], ['ROLLBACK']]);
    expect(pool.given).toEqual([[undefined]]);
  });

  it('closes every connection that it still has when it is given up', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin(reading);
    const asked = [db.read('select 1')];
    await new Promise((resolve) => process.nextTick(resolve));
    asked.push(db.read('select 2'));
    await new Promise((resolve) => process.nextTick(resolve));
    db.abandon();
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(pool.given).toEqual([[true], [true]]);
  });
});

describe('what is written and answers nothing', () => {
  it('leaves with the trail and COMMIT, in one packet', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    db.enqueue('insert 1', []);
    db.enqueue('insert 2', []);
    db.record(ctx, change);
    await db.commit();
    expect(pool.packets).toEqual([
      [opening, 'insert 1', 'insert 2', expect.stringContaining('kernel.audit_entries'), 'COMMIT'],
    ]);
  });

  it('fails COMMIT where it fails: nothing is told to be done, and the connection is as good as before', async () => {
    const pool = new FakeDatabase(false, /insert 1/, true, '53100');
    const db = pool.begin();
    let isTold = false;
    db.afterCommit(() => (isTold = true));
    db.enqueue('insert 1', []);
    db.enqueue('insert 2', []);
    await expect(db.commit()).rejects.toMatchObject({ kind: 'unavailable', cause: { code: '53100' } });
    await db.rollback();
    expect(isTold).toBe(false);
    expect(pool.packets.at(-1)).toEqual(['ROLLBACK']);
    expect(pool.given).toEqual([[undefined]]);
  });

  it('fails what comes next, where that is waited for', async () => {
    const pool = new FakeDatabase(false, /insert 1/, true, '53100');
    const db = pool.begin();
    db.enqueue('insert 1', []);
    await expect(db.read('select 2')).rejects.toMatchObject({ cause: { code: '53100' } });
    await db.rollback();
    expect(pool.given).toEqual([[undefined]]);
  });

  it('is taken back with the part that it belongs to', async () => {
    const pool = new FakeDatabase(false, /insert 1/, true, '53100');
    const db = pool.begin();
    const part = db.savepoint(() => Promise.resolve(db.enqueue('insert 1', [])));
    await expect(part).rejects.toMatchObject({ cause: { code: '53100' } });
    await db.write('insert 2');
    await expect(db.commit()).resolves.toBeUndefined();
  });

  it('is refused in a transaction that has ended', async () => {
    const db = new FakeDatabase().begin();
    await db.rollback();
    expect(() => db.enqueue('insert 1', [])).toThrow('This transaction was rolled back');
  });
});

describe('a change of an exact number of rows', () => {
  const otherwise = () => new Error('another has changed it');

  it('leaves with the trail and COMMIT, says how many in its values, and is itself what fails where it changed others', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    db.updateExpecting(2, 'update r set x = $1', ['y'], otherwise);
    await db.commit();
    const [packet] = pool.packets;
    expect(packet).toEqual([
      opening,
      expect.stringMatching(/^with changed as \(update r set x = \$1 returning 1\)/),
      'COMMIT',
    ]);
    expect(packet?.[1]).toContain('count(*) = $2::bigint');
  });

  it.each(['COMMIT', 'the next statement'])(
    'is told by %s where it changed others, and nothing is done',
    async (told) => {
      const pool = new FakeDatabase(false, /^with changed/, true, '22012');
      const db = pool.begin();
      db.updateExpecting(1, 'update r', [], otherwise);
      await expect(told === 'COMMIT' ? db.commit() : db.read('select 2')).rejects.toThrow('another has changed it');
      await db.rollback();
      expect(pool.packets.at(-1)).toEqual(['ROLLBACK']);
      expect(pool.given).toEqual([[undefined]]);
    },
  );

  it('is told what failed where that is something else, or another statement', async () => {
    const full = new FakeDatabase(false, /^with changed/, true, '53100').begin();
    full.updateExpecting(1, 'update r', [], otherwise);
    await expect(full.commit()).rejects.toMatchObject({ kind: 'unavailable', cause: { code: '53100' } });
    const other = new FakeDatabase(false, /^divide/, true, '22012').begin();
    other.updateExpecting(1, 'update r', [], otherwise);
    await expect(other.read('divide')).rejects.toMatchObject({ code: '22012' });
  });
});

describe('what must be there', () => {
  const otherwise = () => notFound({ en: 'student', ms: 'pelajar' });

  it('is looked for and locked in the packet of what is written and COMMIT', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    db.assertExists('select 1 from r for no key update', [], otherwise);
    db.enqueue('insert 1', []);
    await db.commit();
    expect(pool.packets).toEqual([
      [
        opening,
        'with found as (select 1 from r for no key update) select 1 / (count(*) > 0)::integer from found',
        'insert 1',
        'COMMIT',
      ],
    ]);
  });

  it('refuses what is written where it is not', async () => {
    const pool = new FakeDatabase(false, /^with found/, true, '22012');
    const db = pool.begin();
    db.assertExists('select 1 from r', [], otherwise);
    db.enqueue('insert 1', []);
    await expect(db.commit()).rejects.toMatchObject({ kind: 'not_found' });
    expect(pool.packets.at(-1)).toEqual(['ROLLBACK']);
    expect(pool.given).toEqual([[undefined]]);
  });
});

describe('a row whose key another may have', () => {
  const otherwise = () => notFound({ en: 'shipment', ms: 'kiriman' });

  it('leaves with all else in one packet', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    db.enqueue('insert 1', [], otherwise);
    db.enqueue('insert 2', []);
    await db.commit();
    expect(pool.packets).toEqual([[opening, 'insert 1', 'insert 2', 'COMMIT']]);
  });

  it.each([
    ['23505', { kind: 'not_found' }],
    ['23514', { message: 'refused: insert 1' }],
  ])('is refused as told where its key is taken, and else as anything is (%s)', async (code, told) => {
    const pool = new FakeDatabase(false, /^insert 1/, true, code);
    const db = pool.begin();
    db.enqueue('insert 1', [], otherwise);
    db.enqueue('insert 2', []);
    await expect(db.commit()).rejects.toMatchObject(told);
    expect(pool.packets.at(-1)).toEqual(['ROLLBACK']);
  });
});

describe('work that fails', () => {
  it('may be done again until a part of it was committed, or it was given up', async () => {
    const db = new FakeDatabase().begin();
    expect(db.isRetryable).toBe(true);
    await db.commitAndContinue();
    expect(db.isRetryable).toBe(false);
    const other = new FakeDatabase().begin();
    other.abandon();
    expect(other.isRetryable).toBe(false);
  });
});

describe('enqueued statements', () => {
  it('leave with the next one that is awaited, in their order', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    db.enqueue('insert 1', []);
    await settled();
    expect(pool.packets).toEqual([]);
    db.enqueue('insert 2', []);
    await db.read('select 3');
    db.enqueue('insert 4', []);
    await db.commit();
    expect(pool.packets).toEqual([
      [opening, 'insert 1', 'insert 2', 'select 3'],
      ['insert 4', 'COMMIT'],
    ]);
  });

  it('are never sent where all is taken back', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    db.enqueue('insert 1', []);
    await db.rollback();
    await settled();
    expect(pool.packets).toEqual([]);
    const begun = pool.begin();
    await begun.read('select 2');
    begun.enqueue('insert 3', []);
    await begun.rollback();
    expect(pool.packets).toEqual([[opening, 'select 2'], ['ROLLBACK']]);
  });

  it('of a part that fails are taken back with it, unsent as they are', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    db.enqueue('insert 1', []);
    const part = db.savepoint(() => {
      db.enqueue('insert 2', []);
      return Promise.reject(new Error('no'));
    });
    await expect(part).rejects.toThrow('no');
    await db.commit();
    expect(pool.packets).toEqual([[opening, 'insert 1', 'COMMIT']]);
  });

  it('of a part that is sent already are taken back by the database', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    const part = db.savepoint(async () => {
      await db.write('insert 1');
      db.enqueue('insert 2', []);
      throw new Error('no');
    });
    await expect(part).rejects.toThrow('no');
    await db.commit();
    expect(pool.packets).toEqual([[opening, 'SAVEPOINT part', 'insert 1'], ['ROLLBACK TO SAVEPOINT part'], ['COMMIT']]);
  });

  it('do not gather without end: from 500 on they are sent', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin();
    for (let n = 1; n <= 500; n += 1) db.enqueue(`insert ${n}`, []);
    await settled();
    expect(pool.packets).toEqual([expect.arrayContaining(['insert 1', 'insert 500'])]);
    await db.commit();
  });
});

describe('what is read and has to be on the trail as read', () => {
  const otherwise = () => notFound({ en: 'student', ms: 'pelajar' });
  const read = { text: 'select r', values: [], otherwise };
  const entry = { ...change, action: 'read' };

  it('is read, recorded and committed in one packet, where nothing else is meant to be done', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin({ reads: true });
    await db.readOnTrail(ctx, read, entry);
    await db.commit();
    expect(pool.packets).toEqual([
      [opening, 'select r', expect.stringMatching(/^insert into kernel\.audit_entries/), 'COMMIT'],
    ]);
    expect(pool.given).toEqual([[undefined]]);
  });

  it('may be a list, which is read, recorded and committed in one packet', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin({ reads: true });
    const rows = db.read('select r');
    db.recordReading(ctx, entry);
    await rows;
    await db.commit();
    expect(pool.packets).toEqual([
      [opening, 'select r', expect.stringMatching(/^insert into kernel\.audit_entries/), 'COMMIT'],
    ]);
  });

  it('is a list that is answered only where its COMMIT succeeded', async () => {
    const pool = new FakeDatabase(false, /^COMMIT$/, true, '53100');
    const db = pool.begin({ reads: true });
    const rows = db.read('select r');
    db.recordReading(ctx, entry);
    await rows;
    await expect(db.commit()).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('is recorded with what is written together with it, where something is', async () => {
    const pool = new FakeDatabase();
    const db = pool.begin({ reads: true });
    await Promise.all([db.readOnTrail(ctx, read, entry), db.write('insert 1')]);
    await db.commit();
    const [first, second] = pool.packets;
    expect(first).toEqual([
      opening,
      'select r',
      expect.stringMatching(/^insert into kernel\.audit_entries/),
      'insert 1',
    ]);
    expect(second).toEqual(['COMMIT']);
  });

  it('is not recorded where there is nothing to be read', async () => {
    const pool = new FakeDatabase(false, /^select r/, true, '22012');
    const db = pool.begin({ reads: true });
    await expect(db.readOnTrail(ctx, read, entry)).rejects.toMatchObject({ kind: 'not_found' });
    await db.rollback();
    await settled();
    expect(pool.packets.at(-1)).toEqual(['ROLLBACK']);
    expect(pool.given).toEqual([[undefined]]);
  });

  it.each(['at once', 'once more was read'])(
    'is answered only where its COMMIT succeeded, which shows at the end: %s',
    async (when) => {
      const pool = new FakeDatabase(false, /^COMMIT$/, true, '53100');
      const db = pool.begin({ reads: true });
      await db.readOnTrail(ctx, read, entry);
      if (when === 'once more was read') await db.read('select 2').catch(() => undefined);
      await expect(db.commit()).rejects.toMatchObject({ kind: 'unavailable' });
    },
  );
});
