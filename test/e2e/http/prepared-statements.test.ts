import { call, type Json } from '../../support/client.js';
import { operations } from '../../support/operations.js';
import { newTenant } from '../../support/people.js';
import { inTurns, withStatus } from '../../support/retail.js';
import { newWorld, rightRequest, type World } from '../../support/right-requests.js';

/**
 * Every connection keeps what it has prepared for as long as it lives. How many statements those are is a matter of the
 * code, not of what clients happen to change: a new text for every choice of fields would fill the server's memory.
 */

// Some hundred requests, on a machine that may be busy.
jest.setTimeout(180_000);

const ROUNDS = 5;

/** Repeatable numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const kept = async (): Promise<number> => {
  const { text } = await call('GET', '/metrics');
  return Number(/^database_prepared_statements (\d+)$/m.exec(text)?.[1]);
};

/** Another value of the same kind, where one is easily found. */
function another(value: Json, random: () => number): Json {
  if (typeof value === 'number') return value + Math.floor(random() * 5);
  if (typeof value === 'string' && /^[A-Z][a-z]+( [A-Za-z]+)*$/.test(value))
    return `${value} ${'ab'[Math.floor(random() * 2)]}`;
  return value;
}

const puts = operations.filter(({ method, example }) => method === 'PUT' && example);

/** Sends each PUT with some fields of its body, changed or not. @returns how many were granted */
async function storm(world: World, paths: ReadonlyMap<string, { path: string; body: Json }>, seed: number) {
  const random = seeded(seed);
  let granted = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const requests = [...paths.values()].map(({ path, body }) => {
      const some = Object.entries<Json>(body).filter(() => random() < 0.4);
      const changes = Object.fromEntries(some.map(([name, value]) => [name, another(value, random)]));
      return () => call('PUT', path, { body: changes, token: world.tenant.admin.token });
    });
    granted += withStatus(await inTurns(6, requests), 200).length;
  }
  return granted;
}

it('are as many after a storm of changes of whatever fields as before it', async () => {
  const world = await newWorld(await newTenant());
  const paths = new Map<string, { path: string; body: Json }>();
  for (const operation of puts) {
    const { path, body } = await rightRequest(operation, world, world.tenant.admin);
    paths.set(operation.name, { path, body });
  }
  expect(paths.size).toBeGreaterThan(30);
  await storm(world, paths, 1);
  const before = await kept();
  const granted = await storm(world, paths, 2);
  expect(granted).toBeGreaterThan((ROUNDS * paths.size) / 2);
  expect(await kept()).toBe(before);
});
