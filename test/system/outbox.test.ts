import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { NO_TENANT, OutboxDispatcher, announce, newId, type Context, type Database } from '@usaha/shared';
import { forgetHandled, outboxBacklog, parkedEvents, retryParked } from '@usaha/shared/operation';
import { MOST_ATTEMPTS } from '../../libs/shared/dist/events/dispatcher.js';
import type { DomainEvent } from '../../libs/shared/dist/events/outbox.js';
import { openDatabase } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { eventually, pause } from '../support/system-service.js';

/** Events are announced with the change that they tell of, or not at all; and handled, even if a process dies meanwhile. */

jest.setTimeout(120_000);

let own: OwnDatabase;
let database: Database;
beforeEach(async () => {
  own = await clonedDatabase();
  database = await openDatabase(own.appUrl);
  await sql(
    own.ownerUrl,
    `create table public.effects (tenant_id uuid not null, event_id uuid not null, handler text not null);
     alter table public.effects enable row level security;
     create policy tenant on public.effects using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
     grant select, insert on public.effects to usaha_app`,
  );
});
afterEach(async () => {
  await database.end();
  await dropDatabases();
});

/** Does something as a tenant, at some time. */
const as = <T>(tenant_id: string, work: (ctx: Context) => Promise<T>, now = new Date()): Promise<T> =>
  database.work({ tenant_id, actor: null, now }, work);

const outbox = (columns: string) => sql(own.ownerUrl, `select ${columns} from kernel.outbox order by id`);

describe('three dispatchers, killed again and again', () => {
  const script = resolve(__dirname, '../support/outbox-dispatcher.mjs');
  const dieWithParent = resolve(__dirname, '../support/die-with-parent.mjs');
  let folder: string;
  let calls: string;
  const running = new Set<ChildProcess>();
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'usaha-outbox-'));
    calls = join(folder, 'calls');
    writeFileSync(calls, '');
  });
  afterEach(async () => {
    for (const child of running) await kill(child);
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['--import', dieWithParent, script], {
      env: { PATH: process.env.PATH, DATABASE_URL: own.appUrl, CALLS_FILE: calls },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    running.add(child);
    await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data');
    return child;
  }

  async function kill(child: ChildProcess): Promise<void> {
    running.delete(child);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  it('handle every committed event, and none of what was rolled back; each effect is there exactly once', async () => {
    const tenants = Array.from({ length: 4 }, () => randomUUID());
    let number = 0;
    let announcing = true;
    const undone: number[] = [];
    // Some are announced and taken back: no handler may ever hear of them.
    const announceSome = async (): Promise<void> => {
      while (announcing) {
        const [tenant_id, mine] = [tenants[number % tenants.length] as string, ++number];
        const undo = mine % 5 === 0;
        const work = as(tenant_id, async (ctx) => {
          announce(ctx, 'test.happened', { number: mine });
          if (undo) throw new Error('undone');
        });
        if (undo) {
          undone.push(mine);
          await expect(work).rejects.toThrow('undone');
        } else await work;
        // Quick enough to be hit by every kill, and no more than the dispatchers have soon handled.
        await pause(20);
      }
    };
    const source = Promise.all([announceSome(), announceSome()]);
    await Promise.all([start(), start(), start()]);
    for (let round = 0; round < 6; round += 1) {
      await pause(100 + Math.random() * 300);
      const [victim] = running;
      await kill(victim as ChildProcess);
      await start();
    }
    announcing = false;
    await source;
    const pending = 'select count(*)::int as left from kernel.outbox where handled_at is null';
    await eventually('everything is handled', async () => (await sql(own.ownerUrl, pending))[0]?.left === 0, 60);

    const committed = await sql<{ id: string; number: number; parked: boolean }>(
      own.ownerUrl,
      `select id, (payload->>'number')::int as number, parked_at is not null as parked from kernel.outbox`,
    );
    expect(committed.map((event) => event.number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: number }, (_, i) => i + 1).filter((i) => !undone.includes(i)),
    );
    expect(committed.filter(({ parked }) => parked)).toEqual([]);
    expect(undone.length).toBeGreaterThan(10);
    expect(committed.length).toBeGreaterThan(100);

    const effects = await sql<{ event_id: string; handler: string; count: number }>(
      own.ownerUrl,
      'select event_id, handler, count(*)::int as count from public.effects group by event_id, handler',
    );
    expect(effects.filter(({ count }) => count !== 1)).toEqual([]);
    const expected = committed.flatMap(({ id }) => [`flaky ${id}`, `steady ${id}`]);
    expect(effects.map(({ event_id, handler }) => `${handler} ${event_id}`).sort()).toEqual(expected.sort());

    const lines = readFileSync(calls, 'utf8').trim().split('\n');
    const heard = lines.map((line) => line.split(' '));
    expect(new Set(heard.map(([handler, id]) => `${handler} ${id}`))).toEqual(new Set(expected));
    expect(heard.filter(([, , spoken]) => undone.includes(Number(spoken)))).toEqual([]);
    // At least once is not once: without a second call the kills and failures would have proved nothing.
    expect(lines.length).toBeGreaterThan(expected.length);
  });
});

describe('a dispatcher', () => {
  let clock: number;
  let failures: [message: string, event: string | null][];
  let dispatcher: OutboxDispatcher;
  const tenant = randomUUID();
  beforeEach(() => {
    clock = Date.parse('2026-03-10T08:30:00Z');
    failures = [];
    dispatcher = new OutboxDispatcher(database, {
      now: () => new Date(clock),
      failed: (error, event) => failures.push([(error as Error).message, event?.name ?? null]),
    });
  });

  const say = (name: string, payload: Record<string, unknown> = {}) =>
    as(tenant, async (ctx) => announce(ctx, name, payload), new Date(clock));
  const anybody = <T>(work: (ctx: Context) => Promise<T>) => as(NO_TENANT, work, new Date(clock));

  it('gives the handler the event as it was announced, in the tenant’s own transaction', async () => {
    const seen: [DomainEvent, Context][] = [];
    database.events.on('test.seen', 'looking', async (ctx, event) => {
      seen.push([event, ctx]);
    });
    await say('test.seen', { amount: 12.5, ids: ['a'] });
    expect(await dispatcher.drain()).toBe(1);
    const [[event, ctx] = []] = seen;
    expect(event).toEqual({
      id: expect.any(String),
      tenant_id: tenant,
      name: 'test.seen',
      at: new Date(clock),
      payload: { amount: 12.5, ids: ['a'] },
    });
    expect([ctx?.tenant_id, ctx?.actor, ctx?.now]).toEqual([tenant, null, new Date(clock)]);
    expect(await dispatcher.drain()).toBe(0);
    expect(await outbox('handled_at, attempts, error')).toEqual([
      { handled_at: new Date(clock), attempts: 1, error: null },
    ]);
  });

  it('is done with an event without a subscriber', async () => {
    await say('test.unheard');
    expect(await dispatcher.drain()).toBe(1);
    expect(await dispatcher.drain()).toBe(0);
  });

  it('finds none of them where it runs: what has no handler is not written (A-436)', async () => {
    dispatcher.start();
    try {
      await say('test.unheard');
      expect(await outbox('handled_at, attempts')).toEqual([]);
      database.events.on('test.heard', 'listening', () => Promise.resolve());
      await say('test.heard');
      await eventually('the other is handled', async () => (await outbox('attempts'))[0]?.attempts === 1, 10);
    } finally {
      await dispatcher.stop();
    }
  });

  it('undoes what a failing handler did, keeps what the others did, and calls only the failed one again', async () => {
    const called: string[] = [];
    let failing = true;
    const leave = (handler: string) => async (ctx: Context, event: DomainEvent) => {
      called.push(handler);
      await ctx.db.change('insert into public.effects (tenant_id, event_id, handler) values ($1, $2, $3)', [
        ctx.tenant_id,
        event.id,
        handler,
      ]);
      if (handler === 'second' && failing) throw new Error('not yet');
    };
    for (const handler of ['first', 'second', 'third']) database.events.on('test.partly', handler, leave(handler));
    await say('test.partly');
    await dispatcher.drain();
    const effects = async () =>
      (await sql(own.ownerUrl, 'select handler from public.effects order by handler')).map(({ handler }) => handler);
    expect([called, await effects()]).toEqual([
      ['first', 'second', 'third'],
      ['first', 'third'],
    ]);
    failing = false;
    expect(await dispatcher.drain()).toBe(0);
    clock += 1_000;
    expect(await dispatcher.drain()).toBe(1);
    expect([called, await effects()]).toEqual([
      ['first', 'second', 'third', 'second'],
      ['first', 'second', 'third'],
    ]);
    expect(failures).toEqual([['not yet', 'test.partly']]);
  });

  it('survives a handler that breaks its transaction', async () => {
    database.events.on('test.broken', 'breaking', (ctx) =>
      ctx.db.change('select no_such_function()').then(() => undefined),
    );
    database.events.on('test.broken', 'sound', async () => undefined);
    await say('test.broken');
    expect(await dispatcher.drain()).toBe(1);
    expect(await outbox('done, attempts')).toEqual([{ done: ['sound'], attempts: 1 }]);
  });

  it('tries a poisoned event ever more seldom, parks it in the end, and meanwhile handles all others', async () => {
    let poisoned = true;
    const heard: unknown[] = [];
    database.events.on('test.poison', 'choking', async (_ctx, { payload }) => {
      if (poisoned && payload.poison) throw new Error('This one cannot be swallowed');
      heard.push(payload.number);
    });
    await say('test.poison', { poison: true, number: 0 });
    const began = clock;
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      await say('test.poison', { number: attempt });
      expect(await dispatcher.drain()).toBe(2);
      expect(failures).toHaveLength(attempt);
      expect(await dispatcher.drain()).toBe(0);
      const [{ wait = 0 } = {}] = await sql<{ wait: number }>(
        own.ownerUrl,
        `select extract(epoch from available_at - $1::timestamptz)::int as wait from kernel.outbox where payload ? 'poison'`,
        [new Date(clock)],
      );
      pauses.push(wait);
      expect(await anybody(parkedEvents)).toHaveLength(attempt === MOST_ATTEMPTS ? 1 : 0);
      clock += wait * 1_000;
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128].slice(0, MOST_ATTEMPTS));
    expect(clock - began).toBeLessThan(10 * 60_000);
    expect(heard).toEqual(Array.from({ length: MOST_ATTEMPTS }, (_, i) => i + 1));

    clock += 86_400_000;
    expect(await dispatcher.drain()).toBe(0);
    expect(await anybody(parkedEvents)).toEqual([
      {
        tenant_id: tenant,
        id: expect.any(String),
        name: 'test.poison',
        parked_at: expect.any(Date),
        error: 'This one cannot be swallowed',
      },
    ]);

    // Once its cause is mended, it is let in again.
    poisoned = false;
    expect(await anybody(retryParked)).toBe(1);
    expect(await anybody(parkedEvents)).toEqual([]);
    expect(await dispatcher.drain()).toBe(1);
    expect(heard.at(-1)).toBe(0);
    expect(await anybody(retryParked)).toBe(0);
  });

  it('can be asked how far it is behind: what is due, since when, and what is parked, of all tenants', async () => {
    database.events.on('test.poison', 'choking', () => Promise.reject(new Error('This one cannot be swallowed')));
    expect(await anybody(outboxBacklog)).toEqual({ due: 0, due_since: null, parked: 0 });
    const said = new Date(clock);
    await say('test.poison');
    clock += 500;
    await as(randomUUID(), async (ctx) => announce(ctx, 'test.harmless', {}), new Date(clock));
    expect(await anybody(outboxBacklog)).toEqual({ due: 2, due_since: said, parked: 0 });
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      await dispatcher.drain();
      clock += 200_000;
    }
    expect(await anybody(outboxBacklog)).toEqual({ due: 0, due_since: null, parked: 1 });
  });

  it('parks again what is still poisoned after it was let in again', async () => {
    database.events.on('test.poison', 'choking', () => Promise.reject(new Error('never')));
    await say('test.poison');
    const parkAll = async () => {
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
        expect(await dispatcher.drain()).toBe(1);
        clock += 200_000;
      }
    };
    await parkAll();
    expect(await anybody(retryParked)).toBe(1);
    await parkAll();
    expect(await anybody(parkedEvents)).toHaveLength(1);
  });

  it('hears of what was committed here without waiting for its next look', async () => {
    const heard: Promise<DomainEvent> = new Promise((done) => {
      database.events.on('test.prompt', 'hearing', async (_ctx, event) => done(event));
    });
    dispatcher.start();
    // Its first look is over before anything is announced.
    await pause(100);
    const began = performance.now();
    await say('test.prompt');
    await heard;
    expect(performance.now() - began).toBeLessThan(800);
    await dispatcher.stop();
  });

  it('takes tenants in turn: one with much to do keeps no other waiting, and none waits for one that fails', async () => {
    const [busy, failing, modest] = ['1', '2', '3'].map((n) => `${n}0000000-0000-4000-8000-000000000000`) as [
      string,
      string,
      string,
    ];
    const heard: string[] = [];
    const tell = (id: string) => as(id, async (ctx) => announce(ctx, 'test.turn', {}), new Date(clock));
    database.events.on('test.turn', 'hearing', async (ctx, { tenant_id }) => {
      heard.push(tenant_id);
      // Events announced meanwhile have their turn before the backlog is done.
      if (heard.length === 1) await tell(modest);
      // Now the outcome cannot be written down.
      if (tenant_id === failing)
        await ctx.db.change('update kernel.outbox r set attempts = 7 where r.tenant_id = $1', [failing]);
    });
    for (let i = 0; i < 25; i += 1) await tell(busy);
    await tell(failing);
    expect(await dispatcher.drain()).toBe(26);
    expect(heard.filter((id) => id === busy)).toHaveLength(25);
    expect([heard.indexOf(modest) > 0, heard.indexOf(modest) < 25, heard.filter((id) => id === failing)]).toEqual([
      true,
      true,
      [failing],
    ]);
    expect(failures).toEqual([[expect.stringContaining('event'), null]]);
  });

  it('hands events of a tenant over in their order, though another dispatcher does too', async () => {
    const seen: number[] = [];
    let first = true;
    database.events.on('test.ordered', 'slow', async (_, { payload }) => {
      const isFirst = first;
      first = false;
      // The other dispatcher looks meanwhile.
      if (isFirst) await pause(500);
      seen.push(payload.n as number);
    });
    await as(tenant, async (ctx) => [1, 2, 3].forEach((n) => announce(ctx, 'test.ordered', { n })), new Date(clock));
    const other = new OutboxDispatcher(database, { now: () => new Date(clock), failed: () => undefined });
    const draining = dispatcher.drain();
    await eventually('the first event', () => Promise.resolve(!first));
    expect(await other.drain()).toBe(0);
    expect(await draining).toBe(3);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('keeps what was handled for a week', async () => {
    await say('test.unheard');
    await dispatcher.drain();
    clock += 7 * 86_400_000 - 1;
    expect(await anybody(forgetHandled)).toBe(0);
    clock += 2;
    await say('test.unheard');
    expect(await anybody(forgetHandled)).toBe(1);
    expect(await outbox('handled_at')).toEqual([{ handled_at: null }]);
  });
});

it('an event that is announced in a part that is undone is not announced', async () => {
  const tenant = newId(new Date());
  await as(tenant, async (ctx) => {
    announce(ctx, 'test.kept', {});
    await ctx.db
      .savepoint(async () => {
        announce(ctx, 'test.undone', {});
        throw new Error('undone');
      })
      .catch(() => undefined);
  });
  expect(await outbox('name')).toEqual([{ name: 'test.kept' }]);
});
