import { call, type Json } from '../../support/client.js';
import { operations } from '../../support/operations.js';
import { newTenant } from '../../support/people.js';
import { inTurns, withStatus } from '../../support/retail.js';
import { newWorld, rightRequest } from '../../support/right-requests.js';

/**
 * Every connection keeps what it has prepared for as long as it lives. How many statements those are is a matter of the
 * code, not of what clients happen to change: a new text for every choice of fields would fill the server's memory.
 */

// Some hundred requests, on a machine that may be busy.
jest.setTimeout(180_000);

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
  // A server that others have started keeps its figures for five seconds.
  if (process.env.BASE_URL !== undefined) await new Promise((done) => setTimeout(done, 5_100));
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

/** After this number of rounds without a new statement, the storm is over … */
const QUIET_ROUNDS = 4;
/** … and such a time has to come within this number. With a text for each choice of fields there never is one. */
const MOST_ROUNDS = 40;

it('are a constant number in the end, for any fields changed', async () => {
  const world = await newWorld(await newTenant());
  const { token } = world.tenant.admin;
  const targets: { path: string; body: Json }[] = [];
  for (const operation of puts) {
    const { path, body } = await rightRequest(operation, world, world.tenant.admin);
    targets.push({ path, body });
  }
  expect(targets.length).toBeGreaterThan(25);

  const random = seeded(13);
  /** Sends each PUT with some fields of its body, changed or not. */
  const round = () =>
    inTurns(
      6,
      targets.map(({ path, body }) => {
        const some = Object.entries<Json>(body).filter(() => random() < 0.4);
        const changes = Object.fromEntries(some.map(([name, value]) => [name, another(value, random)]));
        return () => call('PUT', path, { body: changes, token });
      }),
    );

  let [rounds, granted, quiet] = [0, 0, 0];
  for (let last = await kept(); quiet < QUIET_ROUNDS && rounds < MOST_ROUNDS; rounds += 1) {
    granted += withStatus(await round(), 200).length;
    const now = await kept();
    quiet = now === last ? quiet + 1 : 0;
    last = now;
  }
  expect(granted).toBeGreaterThan((rounds * targets.length) / 2);
  expect(rounds).toBeLessThan(MOST_ROUNDS);
});
