/**
 * node bench/api-keys.js [--pairs 15] [--round 1500]: the same GET of one user with a JSON Web Token, with an API key, and with a key
 * that has a rate limit, each in rounds whose order alternates. CPU of the service and of PostgreSQL for a request is
 * compared, since a busy machine slows all of them.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuOf, cpuOfPostgres } from './machine.js';
import { fillingFor } from './scenarios.js';
import { signIn, startLoad, startService } from './servers.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({ options: { pairs: { type: 'string' }, round: { type: 'string' } } });
const pairs = Number(options.pairs ?? 15);
const LIMITED_KEYS = 4;
const milliseconds = Number(options.round ?? 1_500);

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const percent = (ratio) => `${ratio >= 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(1)} %`;

async function newKey({ port }, token, body) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/api-keys/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: 'bench', scopes: ['*:read'], role: 'admin', ...body }),
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()).data.key;
}

await withUndo(async (onEnd) => {
  const folder = await makeFolder(onEnd);
  // It makes the schema.
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, fillingFor(['get'], {}));
  const service = await startService(join(folder, 'service.log'), {
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: database.ownerUrl,
  });
  onEnd(service.stop);
  const load = startLoad();
  onEnd(load.stop);
  await signIn(service, database.facts);
  const { token } = database.facts.read;
  const tokens = {
    jwt: token,
    // What the same differs from itself: the noise of the machine.
    again: token,
    key: await newKey(service, token, {}),
    limited: await newKey(service, token, { rate_limit: 100_000 }),
  };
  // A fast machine sends more than 100,000 requests a minute, the highest limit: the rounds take turns with several keys.
  const limited = [tokens.limited];
  while (limited.length < LIMITED_KEYS) limited.push(await newKey(service, token, { rate_limit: 100_000 }));
  const job = (name) => ({
    scenario: 'get',
    port: service.port,
    facts: { ...database.facts, read: { ...database.facts.read, token: tokens[name] } },
  });
  const names = Object.keys(tokens);
  for (const name of names) await load.run({ ...job(name), milliseconds: 0, atLeast: 6_000 });
  const rounds = Object.fromEntries(names.map((name) => [name, []]));
  for (let pair = 0; pair < pairs; pair += 1) {
    tokens.limited = limited[pair % LIMITED_KEYS];
    for (let i = 0; i < names.length; i += 1) {
      const name = names[(pair + i) % names.length];
      const clocks = () => [cpuOf(service.pid), cpuOfPostgres(database.postmaster)];
      const before = clocks();
      const { requests, p50, failures } = await load.run({ ...job(name), milliseconds });
      if (Object.keys(failures).length > 0) throw new Error(`${name}: ${JSON.stringify(failures)}`);
      const [node, postgres] = clocks().map((micros, at) => (micros - before[at]) / requests);
      rounds[name].push({ node, all: node + postgres, p50 });
    }
  }
  for (const name of names) {
    const of = (field) => median(rounds[name].map((round) => round[field]));
    const against = (field) => percent(median(rounds[name].map((round, i) => round[field] / rounds.jwt[i][field])));
    console.log(
      `${name.padEnd(8)} node ${of('node').toFixed(1)} µs (${against('node')}), with PostgreSQL ${of('all').toFixed(1)} µs (${against('all')}), p50 ${of('p50').toFixed(2)} ms (${against('p50')})`,
    );
  }
});
