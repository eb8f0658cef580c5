import { randomUUID } from 'node:crypto';
import { baseUrl, call, type Answer, type CallOptions, type Json } from '../support/client.js';
import { operations, lookUp, type DocumentedOperation } from '../support/operations.js';
import { newTenant } from '../support/people.js';
import { randomOf, type Random } from '../support/random.js';
import { inTurns } from '../support/retail.js';
import { newWorld, rightRequest, type RightRequest, type World } from '../support/right-requests.js';
import { anyValue, mutated, valueOf } from '../support/strange-values.js';
import { stateOf } from '../support/tenant-state.js';

/**
 * Every operation of both surfaces with bodies, queries, paths and headers made of its document, and mutations of them. Not part
 * of `npm test`: `npm run fuzz`, with FUZZ_REQUESTS (20,000) and FUZZ_SEED (1).
 */

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
jest.setTimeout(3_600_000);

/** Requests that are sent before what was refused is sent again. */
const ROUND = 500;
const AT_ONCE = 6;
/** A slower answer hurts other callers, regardless of its content. */
const SLOWEST_MS = 10_000;
const LONGEST_TEXT = 3_000;
const LONGEST_QUERY = 8_000;
/** So much of a body is told of a request that something was wrong with. */
const TOLD = 600;
/** No world lives for ever: some requests end sessions, users or tenants. */
const ENOUGH = 40;

interface Sent {
  operation: DocumentedOperation;
  method: string;
  path: string;
  options: CallOptions;
}

let world: World;
let right: Map<DocumentedOperation, RightRequest>;
let worlds = 0;

async function newRound(): Promise<void> {
  worlds += 1;
  world = await newWorld(await newTenant());
  right = new Map();
  await inTurns(
    AT_ONCE,
    operations.map((operation) => async () => {
      right.set(operation, await rightRequest(operation, world, world.tenant.admin));
    }),
  );
}

const strangeIds = ['x', '%00', '%E0%A4%A', '..%2F..', 'null', '0', '-1', '%F0%9F%98%80', 'a'.repeat(2_000), 'me'];

function pathOf(path: string, random: Random): string {
  if (random.chance(0.8)) return path;
  const [bare = '', query] = path.split('?');
  const parts = bare.split('/');
  const ids = parts.flatMap((part, i) => (/^[0-9a-f-]{36}$/.test(part) ? [i] : []));
  if (ids.length > 0) parts[random.pick(ids)] = random.chance(0.4) ? randomUUID() : random.pick(strangeIds);
  return parts.join('/') + (query === undefined ? '' : `?${query}`);
}

function queryOf({ on, query }: DocumentedOperation, random: Random): string {
  const named = query.filter(() => random.chance(0.3));
  const pairs = named.map(({ name, schema }): [string, string] => {
    const value: Json = random.chance(0.6) ? valueOf(on, schema, random) : anyValue(random);
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    return [name, text.slice(0, LONGEST_TEXT)];
  });
  if (random.chance(0.1)) pairs.push(['page', random.pick(['0', '2', '1e9', '-1', '999999999999'])]);
  // Of longer ones Node itself refuses the request.
  return new URLSearchParams(pairs).toString().slice(0, LONGEST_QUERY);
}

const headersOf = (random: Random): Record<string, string> => ({
  ...(random.chance(0.1) ? { 'idempotency-key': random.pick([randomUUID(), 'x', 'k'.repeat(300)]) } : {}),
  ...(random.chance(0.1) ? { 'if-match': random.pick(['"1"', '*', '"x"', 'W/"1"']) } : {}),
  ...(random.chance(0.1) ? { 'accept-language': random.pick(['ms', 'en', 'zz;q=9', '*']) } : {}),
  ...(random.chance(0.05) ? { accept: random.pick(['application/pdf', 'text/csv', 'image/png', '*/*']) } : {}),
});

function requestOf(operation: DocumentedOperation, random: Random): Sent {
  const { on, method, body: pointer, isPublic } = operation;
  const { path, body, token } = right.get(operation) as RightRequest;
  const query = queryOf(operation, random);
  const asked = pathOf(path, random) + (query === '' ? '' : `${path.includes('?') ? '&' : '?'}${query}`);
  const bearer = isPublic ? undefined : (token ?? world.tenant.admin.token);
  const options: CallOptions = { token: bearer, headers: headersOf(random) };
  if (pointer) {
    const base: Json = random.chance(0.6) ? body : valueOf(on, lookUp(on, pointer), random);
    let sent: Json = random.chance(0.2) ? base : mutated(base, random);
    if (random.chance(0.3)) sent = mutated(sent, random);
    // As text: what strange passwords hold stands in other fields, too, and is no secret that an answer could give away.
    const text = JSON.stringify(sent ?? null);
    options.raw = random.chance(0.03) ? text.slice(0, -1) : text;
    options.headers = { ...options.headers, 'content-type': 'application/json' };
  }
  return { operation, method, path: asked, options };
}

const objections: string[] = [];
const told = ({ method, path, options }: Sent): string =>
  `${method} ${path.slice(0, TOLD)} ${(options.raw ?? '').toString().slice(0, TOLD)} ${JSON.stringify(options.headers)}`;

/** @returns null where nothing was answered that could be looked at */
async function send(request: Sent): Promise<Answer | null> {
  const begin = performance.now();
  try {
    const answer = await call(request.method, request.path, request.options);
    if (answer.status >= 500) objections.push(`${answer.status} ${told(request)}: ${answer.text.slice(0, TOLD)}`);
    if (performance.now() - begin > SLOWEST_MS) objections.push(`slow: ${told(request)}`);
    return answer;
  } catch (error) {
    objections.push(`${told(request)}: ${(error as Error).message.slice(0, TOLD)}`);
    return null;
  }
}

/** A payment that fails is kept: the one refusal that writes. */
const wasRefused = (answer: Answer | null): boolean =>
  answer !== null && answer.status >= 400 && answer.status < 500 && answer.status !== 402;

/** Sends what was refused once more. @returns what changed although all of it was refused again */
async function changedByRefusals(refused: readonly Sent[]): Promise<string[]> {
  const before = await stateOf(world.tenant.id);
  const again = await inTurns(
    AT_ONCE,
    refused.map((request) => async () => wasRefused(await send(request))),
  );
  const after = await stateOf(world.tenant.id);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  if (changed.length === 0) return [];
  // One of them may be right by now: what it changed is its own.
  if (again.includes(false)) return changedByRefusals(refused.filter((_, i) => again[i]));
  if (refused.length === 1) return [`${changed.join(', ')} by ${told(refused[0] as Sent)}`];
  const half = Math.ceil(refused.length / 2);
  const found = [
    ...(await changedByRefusals(refused.slice(0, half))),
    ...(await changedByRefusals(refused.slice(half))),
  ];
  return found.length > 0 ? found : [`${changed.join(', ')} by one of ${refused.length} requests, not found again`];
}

const busyConnections = async (): Promise<number> => {
  const text = await (await fetch(`${baseUrl()}/metrics`)).text();
  return Number(/^database_pool_connections\{state="busy"\} (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
};

it(`answers ${REQUESTS} requests of seed ${SEED} within its documents, without a fault, and refuses without a trace`, async () => {
  const before = await busyConnections();
  await newRound();
  const statuses: Record<string, number> = {};
  let sent = 0;
  while (sent < REQUESTS && objections.length < ENOUGH) {
    const refused: Sent[] = [];
    let hasEnded = false;
    await inTurns(
      AT_ONCE,
      Array.from({ length: Math.min(ROUND, REQUESTS - sent) }, (_, i) => async () => {
        const random = randomOf(SEED * 1_000_003 + sent + i);
        const request = requestOf(random.pick(operations), random);
        const answer = await send(request);
        const { status = 0 } = answer ?? {};
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 401 && request.options.token === world.tenant.admin.token) hasEnded = true;
        if (request.method !== 'GET' && wasRefused(answer)) refused.push(request);
      }),
    );
    sent += ROUND;
    if (!hasEnded) objections.push(...(await changedByRefusals(refused)).map((what) => `changed ${what}`));
    if (hasEnded) await newRound();
  }
  process.stdout.write(`seed ${SEED}: ${JSON.stringify(statuses)}, ${worlds} tenants\n`);
  expect(objections).toEqual([]);
  expect(await busyConnections()).toBeLessThanOrEqual(before);
  expect(statuses[200]).toBeGreaterThan(REQUESTS / 20);
});
