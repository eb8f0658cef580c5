import { useServer } from '../support/client.js';
import { surfaces } from '../support/core-surfaces.js';
import { newTenant, newUser, unique } from '../support/people.js';
import { attempt, refusedSignIns, type Refused } from '../support/refused-sign-ins.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { startOwnService, stopOwnServices } from '../support/system-service.js';

/** With passwords that cost what they cost in production, which the other tests' servers do not have. */

jest.setTimeout(120_000);

let database: OwnDatabase;
let everybody: Refused[];
beforeAll(async () => {
  database = await clonedDatabase();
  useServer((await startOwnService(database, {}, { costlyPasswords: true })).baseUrl);
});
beforeEach(async () => {
  everybody = await refusedSignIns();
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

it('passwords are kept as argon2id at the cost of production', async () => {
  const kept = await sql<{ hash: string }>(
    database.ownerUrl,
    'select distinct split_part(password_hash, $1, 2) || $1 || split_part(password_hash, $1, 4) as hash from core.users where password_hash is not null',
    ['$'],
  );
  expect(kept).toEqual([{ hash: 'argon2id$m=19456,t=2,p=1' }]);
});

/** Without a tenant five passwords are looked at, so those take longer than the others: all of them alike. */
const groups = [
  { naming: 'in a named tenant', isMeant: ({ tenant }: Refused) => tenant !== undefined },
  { naming: 'without a tenant', isMeant: ({ tenant }: Refused) => tenant === undefined },
];

/** An e-mail of five memberships. */
async function memberOfFive(): Promise<Refused> {
  const username = unique('five');
  const email = `${username}@example.com`;
  for (let i = 0; i < 5; i += 1) await newUser(await newTenant(), 'staff', { username, email });
  return { why: 'five memberships, no tenant', email: () => email, password: 'Wr0ngPass!', tenant: undefined };
}

const cases = groups.flatMap((group) => surfaces.map((on) => ({ ...group, on, name: on.name })));

describe.each(cases)(
  'who has an account is not told on the $name surface, $naming (A-36, A-393)',
  ({ on, isMeant }) => {
    // A refusal that verifies no password takes a fifth of the time. What else the machine does only ever adds: the
    // fastest of several tries tells, and with every round more truly. Fewer than 20 tries, or the limit would answer.
    it('by the time it takes', async () => {
      const [FEWEST, MOST, FASTEST_TO_SLOWEST] = [4, 18, 0.35];
      const meant = [...everybody, await memberOfFive()].filter(isMeant);
      const fastest = meant.map(() => Infinity);
      for (let round = 1; round <= MOST; round += 1) {
        for (const [n, refused] of meant.entries()) {
          const begun = process.hrtime.bigint();
          expect((await attempt(on, refused)).status).toBe(401);
          fastest[n] = Math.min(fastest[n] as number, Number(process.hrtime.bigint() - begun) / 1e6);
        }
        if (round >= FEWEST && Math.min(...fastest) / Math.max(...fastest) >= FASTEST_TO_SLOWEST) return;
      }
      const seen = meant.map(({ why }, n) => `${why} ${fastest[n]?.toFixed(1)} ms`);
      throw new Error(`The time tells who has an account: ${seen.join(', ')}`);
    });
  },
);
