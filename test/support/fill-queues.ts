import { EventEmitter, setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import type { Worker } from 'node:worker_threads';
import type { Pool, PoolClient } from 'pg';
import {
  AuthService,
  FileLimits,
  PasswordRecovery,
  RightsCache,
  SessionRegistry,
  SignInTrail,
} from '../../libs/core/dist/index.js';
import { hashPassword, passwordFits } from '../../libs/core/dist/user/password.js';
import { SolverThread } from '../../libs/logistics/dist/optimization/solver-thread.js';
import { FairLimit, FairThread } from '../../libs/shared/dist/index.js';
import { Connections } from '../../libs/shared/dist/database/connections.js';
import { FairConnectionQueue } from '../../libs/shared/dist/database/fair-connection-queue.js';
import { ReportReading } from '../../libs/shared/dist/report/report-reading.js';
import { LargeBodyQueue } from '../../apps/api/dist/http/limits/large-body-queue.js';
import { boundClients } from '../../apps/api/dist/http/server/client-connections.js';
import { StreamedFileSender } from '../../apps/api/dist/http/server/streamed-file.sender.js';
import { ListExports } from '../../apps/api/dist/exports/list-exports.js';
import { UploadReceiver } from '../../apps/api/dist/http/uploads/upload-receiver.js';
import { visitorsOf, waitingVisitors } from '../../apps/api/dist/surfaces/page/visitors.js';

/**
 * Fills of what waits: each asks for much more than may wait, and lets nothing end meanwhile. A number is how many wait where that is
 * no Map or Set that can be watched.
 */

export const never = (): Promise<never> => new Promise(() => undefined);
export const times = (count: number, work: (i: number) => unknown): void => {
  for (let i = 0; i < count; i += 1) work(i);
};
const unanswered = (work: Promise<unknown>): void => void work.catch(() => undefined);
/** Lets the steps go on that follow a refusal. */
const settled = () => new Promise(setImmediate);
const tooMany = () => new Error('too many');

/** Twenty of one owner may wait; a hundred of each of fifteen ask. */
export function fillOwners(): void {
  const limit = new FairLimit(1);
  times(1_500, (i) => unanswered(limit.run(`${i % 15}`, never, { most: 20, refusal: tooMany })));
}

/** Owners whose clients have all gone leave no group behind. */
export async function leaveGroups(): Promise<void> {
  const limit = new FairLimit(1);
  unanswered(limit.run('first', never));
  for (let i = 0; i < 2_000; i += 1) {
    const gone = new AbortController();
    const waiting = limit.run(`${i}`, never, { signal: gone.signal, refusal: tooMany });
    gone.abort(tooMany());
    await waiting.catch(() => undefined);
  }
}

/** Ten places, asked for by a thousand tenants of ten accounts; and a place that a thousand others take and give back. */
export function fillPlaces(): void {
  const limit = new FairLimit(10);
  times(1_000, (i) => limit.take({ name: `${i}`, group: `${i % 10}` }));
  const one = new FairLimit(1);
  times(1_000, (i) => one.take(`${i}`) && one.leave(`${i}`));
}

export async function fillAccounts(): Promise<void> {
  const rights = (tenant_id: string) => ({ tenant_id, owner: { name: tenant_id, group: 'account' } });
  const database = {
    read: (who: { tenant_id: string }) =>
      Promise.resolve({ rights: rights(who.tenant_id), settings: { text: null, awaited: null } }),
  };
  const cache = new RightsCache();
  const registry = new SessionRegistry(database as never, cache);
  for (let i = 0; i < 11_000; i += 1) {
    await registry.rights({ tid: `${i}`, sub: 'u', sid: `${i}` }, new Date());
    // As the job does: uses of sessions have a bound elsewhere.
    cache.seen.take();
  }
}

export function fillFailedSignIns(): number {
  const trail = new SignInTrail({ job: never } as never);
  const client = { address: '203.0.113.1', user_agent: null };
  const user = { tenant_id: 't', id: 'u' };
  const ctx = { now: new Date() };
  times(3_000, () => trail.refused(ctx as never, [user] as never, 'password', client, () => true));
  return trail['waiting'].length;
}

/** Two thousand sign-ins of one account, and one of each of two thousand accounts that has been answered. */
export async function fillSignIns(): Promise<void> {
  const ask = (service: AuthService, identity: string) =>
    service.login({} as never, { identity, client: { address: '203.0.113.1' } } as never);
  const serviceThat = (attempt: () => Promise<unknown>) =>
    Object.assign(new AuthService(...(Array(7).fill({}) as ConstructorParameters<typeof AuthService>)), { attempt });
  const held = serviceThat(never);
  times(2_000, () => unanswered(ask(held, 'one@example.com')));
  const answered = serviceThat(() => Promise.resolve());
  for (let i = 0; i < 2_000; i += 1) await ask(answered, `${i}@example.com`);
}

/** Asks for letters of one address that is never answered, then of many that are. */
export async function fillRecoveries(): Promise<void> {
  const ask = (recovery: PasswordRecovery, address: string) =>
    recovery.ask({} as never, { identity: 'one@example.com', client: { address } } as never);
  const recoveryThat = (keep: () => Promise<unknown>) =>
    Object.assign(new PasswordRecovery(...(Array(8).fill({}) as ConstructorParameters<typeof PasswordRecovery>)), {
      keep,
    });
  const held = recoveryThat(never);
  times(2_000, () => unanswered(ask(held, '203.0.113.1')));
  const answered = recoveryThat(() => Promise.resolve());
  for (let i = 0; i < 2_000; i += 1) await ask(answered, `203.0.${i >> 8}.${i & 255}`);
}

/** Asks for passwords of one owner, whose client then goes away: what waits costs no processor. */
async function askForPasswords(work: (asking: { db: { owner: string }; signal: AbortSignal }) => Promise<unknown>) {
  const gone = new AbortController();
  setMaxListeners(0, gone.signal);
  const all = Array.from({ length: 2_000 }, () => work({ db: { owner: 'one' }, signal: gone.signal }));
  gone.abort(tooMany());
  await Promise.allSettled(all);
}

export const fillPasswords = (): Promise<void> => askForPasswords((asking) => passwordFits('no hash', 'p', asking));
export const fillNewPasswords = (): Promise<void> => askForPasswords((asking) => hashPassword('a password', asking));

export function fillReports(): void {
  const ctx = { tenant_id: 't', actor: null, now: new Date(), db: { owner: 'one', lock: never } };
  const report = {
    name: 'r',
    columns: [],
    groupings: { all: {} },
    fallback: 'all',
    filters: {},
    select: () => ({ text: '', values: [] }),
  };
  times(500, () => unanswered(ReportReading.of(ctx as never, report as never, {}).all(1)));
}

/** A server that bounds its clients, and how a client connects. */
function boundServer(): { server: EventEmitter; connected: () => EventEmitter } {
  const server = new EventEmitter().on('request', () => undefined);
  boundClients(server as unknown as Server, 100, () => 'one');
  const connected = () => {
    const socket = Object.assign(new EventEmitter(), { destroy: () => undefined, destroySoon: () => undefined });
    server.emit('connection', socket);
    return socket;
  };
  return { server, connected };
}

/** One connection that asks a thousand times before any is answered. */
export function fillArrivals(): void {
  const { server, connected } = boundServer();
  const socket = connected();
  times(1_000, () => {
    const request = { socket, complete: true };
    server.emit('request', request, Object.assign(new EventEmitter(), { req: request, setHeader: () => undefined }));
  });
}

export function fillConnections(): void {
  times(2_000, boundServer().connected);
}

export function fillConnectionQueue(): void {
  const queue = new FairConnectionQueue(1, never);
  times(2_000, () => unanswered(queue.take('one')));
}

/** A pool of ten on a server that has none left. @returns how many wait for the server at most */
export async function fillRefusedConnections(): Promise<number> {
  const pool = Object.assign(new EventEmitter(), {
    connect: (): Promise<PoolClient> => Promise.reject(Object.assign(new Error('none left'), { code: '53300' })),
  });
  const connections = new Connections(pool as unknown as Pool, 20);
  const queue = new FairConnectionQueue(10, () => connections.connect());
  const taken = Array.from({ length: 60 }, (_, i) => queue.take(`${i}`));
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, connections.refused)), 1);
  await Promise.allSettled(taken);
  clearInterval(watch);
  return most;
}

/** A thread that never answers. */
const silentWorker = (): Worker =>
  Object.assign(new EventEmitter(), {
    postMessage: () => undefined,
    unref: () => undefined,
    terminate: () => Promise.resolve(0),
  }) as unknown as Worker;

const threadOf = (atOnce: number) =>
  new FairThread({
    name: 'a thread',
    begin: silentWorker,
    longest: 60_000,
    patience: 60_000,
    mostWaiting: 20,
    atOnce,
    refusals: { tooMany, waitedTooLong: tooMany, tookTooLong: tooMany, notBegun: tooMany },
  });

export function fillThread(): void {
  const thread = threadOf(1);
  times(500, () => unanswered(thread.run('one', {})));
}

export function fillThreadPlaces(): number {
  const thread = threadOf(3);
  times(500, (i) => unanswered(thread.run(`${i}`, {})));
  return thread['current'].size;
}

class SilentSolver extends SolverThread {
  protected override begin = silentWorker;
}

export function fillSolver(): void {
  const solver = new SilentSolver();
  times(500, () => unanswered(solver.solve('one', {} as never)));
}

/** As the operation asks: room first. */
export async function fillNamedOptimizations(): Promise<void> {
  const solver = new SilentSolver();
  for (let i = 0; i < 500; i += 1) {
    try {
      solver.requireRoom('one', `${i}`);
      unanswered(solver.solve('one', {} as never, `${i}`));
    } catch {
      // That it is refused is its bound.
    }
    await settled();
  }
}

export function fillLargeBodies(): void {
  const large = new LargeBodyQueue();
  const request = { user: { tenant_id: 't', owner: 't' } };
  times(500, () => unanswered(large.run(request as never, new EventEmitter() as never, never)));
}

/** Uploads of one tenant, of which none that has begun goes on. */
export function fillUploads(): void {
  const metrics = { files: { uploaded: () => undefined } };
  const receiver = new UploadReceiver({ begin: never } as never, new FileLimits(), metrics as never, {} as never);
  const request = {
    user: { tenant_id: 't', owner: 't', actor: null },
    headers: { 'content-length': '1' },
    query: {},
  };
  times(500, () => unanswered(receiver.receive(request as never, new AbortController().signal)));
}

/** Files of one tenant, of whose places one alone is free. */
export function fillStreams(): void {
  const places = new FairLimit(1);
  const file = { contentType: 'text/csv', filename: 'f', content: (async function* () {})() };
  const ctx = { db: { owner: 'one' } };
  places.take('another');
  times(500, () =>
    unanswered(
      StreamedFileSender.open(file, { path: '/' } as never, new EventEmitter() as never, ctx as never, places),
    ),
  );
}

/** Exports of one tenant: three have places, and read a list that never comes. */
export function fillExports(): void {
  const exports = new ListExports({} as never, {} as never, {} as never);
  const list = {
    owner: 'one',
    who: {},
    columns: [],
    rows: () =>
      (async function* () {
        yield await never();
      })(),
  };
  times(500, () => unanswered(exports.csv(list as never, () => undefined).next()));
}

export function fillVisitors(): void {
  const visitors = visitorsOf({ poolState: { most: 2 } } as never);
  times(2_000, () => unanswered(visitors.run('one', never, waitingVisitors)));
}
