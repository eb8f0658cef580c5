import { newMemberAt, newTenantAt, at, startOwnService, stopOwnServices } from '../support/system-service.js';
import type { Member, OwnService, OwnTenant } from '../support/system-service.js';
import { PASSWORD, unique } from '../support/people.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';

/** Guesses from many addresses, as the one proxy in front of the service names them. */

jest.setTimeout(240_000);

const WRONG = 'Wr0ngPass!';

let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;
let victim: Member;

beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database, { TRUST_PROXY: '1' });
  tenant = await newTenantAt(service);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});
beforeEach(async () => {
  victim = await newMemberAt(service, tenant, 'staff');
});

/** Addresses that no other test uses. */
let used = 0;
const address = (): string => {
  used += 1;
  return `198.18.${used >> 8}.${used & 255}`;
};
const addresses = (count: number): string[] => Array.from({ length: count }, address);

type Named = string | undefined;

/** A sign-in from an address. @returns its status */
async function signIn(from: string, name: string, password: string, named: Named, surface = 'v1'): Promise<number> {
  return (await answerOf(from, name, password, named, surface)).status;
}

function answerOf(from: string, name: string, password: string, named: Named, surface = 'v1') {
  const body =
    surface === 'v1' ? { email: name, password, tenant_slug: named } : { username: name, password, tenant_id: named };
  const path = surface === 'v1' ? '/v1/auth/login' : '/api/v1/auth/login/';
  return at(service).send('POST', path, { body, headers: { 'x-forwarded-for': from } });
}

const wrong = (from: string, name: string, named: Named) => signIn(from, name, WRONG, named);

/** A number of wrong ones from each address, one after the other. */
async function guess(from: readonly string[], each: number, name: string, named: Named): Promise<number[]> {
  const statuses: number[] = [];
  for (const one of from) for (let i = 0; i < each; i += 1) statuses.push(await wrong(one, name, named));
  return statuses;
}

const counted = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

describe.each([
  ['in a named tenant', () => tenant.slug as Named],
  ['without a tenant', () => undefined as Named],
])('guesses from many addresses %s', (_, named) => {
  it('are refused from the 101st of an hour on, and who signed in before is let in from there (A-393)', async () => {
    const [home, elsewhere] = addresses(2) as [string, string];
    expect(await signIn(home, victim.email, PASSWORD, named())).toBe(200);
    const statuses = await guess(addresses(30), 20, victim.email, named());
    expect(statuses.indexOf(429)).toBe(100);
    expect([counted(statuses, 401), counted(statuses, 429)]).toEqual([100, 500]);

    const refused = await answerOf(elsewhere, victim.email, PASSWORD, named());
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3_000);
    expect(seconds).toBeLessThanOrEqual(3_600);
    for (const surface of ['v1', 'api']) {
      expect(await signIn(home, victim.email, PASSWORD, named(), surface)).toBe(200);
      expect(await signIn(elsewhere, victim.email, PASSWORD, named(), surface)).toBe(429);
    }
    // From there, too, 20 wrong ones are the most, and a right one resets its count.
    expect(counted(await guess([home], 19, victim.email, named()), 401)).toBe(19);
    expect(await signIn(home, victim.email, PASSWORD, named())).toBe(200);
    expect(await guess([home], 21, victim.email, named())).toEqual([...Array<number>(20).fill(401), 429]);
  });

  it('all at once: of 200 from 50 addresses 100 are looked at (A-393)', async () => {
    const from = addresses(50);
    const statuses = await Promise.all(
      Array.from({ length: 200 }, (__, i) => wrong(from[i % 50] as string, victim.email, named())),
    );
    expect([counted(statuses, 401), counted(statuses, 429)]).toEqual([100, 100]);
  });

  it('are answered alike for members and for others (A-393)', async () => {
    const stranger = `${unique('stranger')}@example.com`;
    const seen = [];
    for (const name of [victim.email, stranger]) {
      const [a, ...others] = addresses(7);
      const beyond = addresses(2);
      seen.push([
        await guess([a as string], 22, name, named()),
        await guess(others, 16, name, named()),
        // What the one way has used up shows the same in the other.
        await guess(beyond, 1, name, named() === undefined ? tenant.slug : undefined),
        await guess([a as string], 1, name, named() === undefined ? tenant.slug : undefined),
      ]);
    }
    expect(seen[0]).toEqual(seen[1]);
  });
});

describe('one account', () => {
  it('is counted once, by e-mail and username, with and without tenant: nothing beyond 100 is looked at (A-393)', async () => {
    const { username } = await usernameOf(victim);
    const ways: [string, Named][] = [
      [victim.email, tenant.slug],
      [username, tenant.slug],
      [victim.email, undefined],
      [username, undefined],
    ];
    let n = 0;
    for (const from of addresses(25))
      for (const [name, named] of ways) {
        n += 1;
        expect([n, await signIn(from, name, WRONG, named, 'api')]).toEqual([n, 401]);
      }
    const fresh = address();
    for (const [name, named] of ways) expect([401, 429]).toContain(await signIn(fresh, name, PASSWORD, named, 'api'));
    expect(await signIn(fresh, victim.email, PASSWORD, tenant.slug)).toBe(429);
  });

  const usernameOf = async ({ id }: Member): Promise<{ username: string }> => {
    const [row] = await sql<{ username: string }>(database.ownerUrl, 'select username from core.users where id = $1', [
      id,
    ]);
    return row as { username: string };
  };

  it('remembers five addresses that signed in, as fingerprints', async () => {
    const from = addresses(7);
    for (const one of [...from, ...from.slice(-1)]) await signIn(one, victim.email, PASSWORD, tenant.slug);
    const [row] = await sql<{ kept: string[] }>(
      database.ownerUrl,
      'select sign_in_addresses as kept from core.users where id = $1',
      [victim.id],
    );
    expect(row?.kept).toHaveLength(5);
    expect(new Set(row?.kept).size).toBe(5);
    for (const mark of row?.kept ?? []) expect(mark).toMatch(/^[\w-]{22}$/);
    const [kept] = await sql<{ text: string }>(
      database.ownerUrl,
      'select coalesce(string_agg(r::text, $1), $1) as text from core.sign_in_counts r',
      [' '],
    );
    expect(kept?.text).not.toContain('198.18');
  });

  it('keeps no more than 200 tries, however many there are', async () => {
    const home = addresses(5);
    for (const one of home) await signIn(one, victim.email, PASSWORD, tenant.slug);
    await guess(addresses(6), 20, victim.email, tenant.slug);
    await guess(home, 20, victim.email, tenant.slug);
    const rows = await sql<{ tries: number; addresses: number }>(
      database.ownerUrl,
      'select cardinality(attempts) as tries, cardinality(addresses) as addresses from core.sign_in_counts',
    );
    for (const { tries, addresses: kept } of rows) {
      expect(tries).toBeLessThanOrEqual(200);
      expect(kept).toBe(tries);
    }
    expect(Math.max(...rows.map(({ tries }) => tries))).toBe(200);
  });
});

describe('memberships that others register under an e-mail', () => {
  /** Registers the account and has it take a tenant, from an address. @returns the tenant's id */
  async function register(from: string, name: string, password: string): Promise<string> {
    const send = (path: string, body: object, token?: string) =>
      at(service).send('POST', path, { body, token, headers: { 'x-forwarded-for': from } });
    const account = { username: name, email: `${name}@example.com`, password };
    expect((await send('/api/v1/auth/register/', account)).status).toBe(201);
    const { data } = (await send('/api/v1/auth/login/', account)).body;
    const body = { name: unique('Kedai'), email: 'hello@example.com', business_type: 'RETAIL' };
    const made = await send('/v1/tenants', body, data.access_token);
    expect(made.status).toBe(201);
    return made.body.id;
  }

  it('hide its own from no user who signs in from where it was signed in to before (A-393)', async () => {
    const [home, away] = addresses(2) as [string, string];
    const name = unique('own');
    const own = await register(home, name, PASSWORD);
    // Each with a password that does not fit the one before: that would be its second tenant.
    for (const [i, one] of addresses(5).entries()) await register(one, name, `Str4ngers!${i}`);
    const email = `${name}@example.com`;
    const answer = await answerOf(home, email, PASSWORD, undefined);
    expect([answer.status, answer.body.tenant?.id]).toEqual([200, own]);
    // From elsewhere the tenant has to be named.
    expect(await signIn(away, email, PASSWORD, undefined)).toBe(401);
    expect(await signIn(away, email, PASSWORD, own)).toBe(200);
    expect(await signIn(away, email, PASSWORD, undefined)).toBe(200);
  });
});

describe('addresses', () => {
  it('that a client makes up before that of the proxy do not count (A-393)', async () => {
    const from = address();
    const statuses: number[] = [];
    for (let i = 0; i < 21; i += 1) statuses.push(await wrong(`203.0.113.${i}, ${from}`, victim.email, tenant.slug));
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429]);
  });

  it('of one IPv6 /64 are one, and a mapped IPv4 is the IPv4 (A-393)', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 21; i += 1) statuses.push(await wrong(`2001:db8:5:6:${i}::1`, victim.email, tenant.slug));
    expect(statuses.slice(19)).toEqual([401, 429]);
    expect(await wrong('2001:db8:5:7::1', victim.email, tenant.slug)).toBe(401);
    const four = address();
    for (let i = 0; i < 20; i += 1) await wrong(i % 2 ? four : `::ffff:${four}`, victim.email, tenant.slug);
    expect(await wrong(four, victim.email, tenant.slug)).toBe(429);
    expect(await wrong(`::FFFF:${four}`, victim.email, tenant.slug)).toBe(429);
  });
});

describe('change-password', () => {
  const change = (from: string, current_password: string) =>
    at(service).send('POST', `/api/v1/users/${victim.id}/change-password/`, {
      token: victim.token,
      body: { current_password, new_password: 'N3xtPass!word' },
      headers: { 'x-forwarded-for': from },
    });

  it('looks at 20 wrong ones of 300 from one address, and at 100 of an hour from all (A-393)', async () => {
    const from = address();
    const statuses: number[] = [];
    for (let i = 0; i < 300; i += 1) statuses.push((await change(from, WRONG)).status);
    expect([counted(statuses, 400), counted(statuses, 429)]).toEqual([20, 280]);
    const refused = await change(from, PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const one of addresses(6)) for (let i = 0; i < 20; i += 1) statuses.push((await change(one, WRONG)).status);
    expect(counted(statuses, 400)).toBe(100);
    // A stolen session shuts its owner out of nothing but that.
    expect(await signIn(address(), victim.email, PASSWORD, tenant.slug)).toBe(200);
  });

  it('counts with what administrators state who change their own password or e-mail (A-393)', async () => {
    const { admin } = await newTenantAt(service);
    const from = address();
    const state = (current_password: string) =>
      at(service).send('PUT', `/api/v1/users/${admin.id}/`, {
        token: admin.token,
        body: { email: `${unique('new')}@example.com`, current_password },
        headers: { 'x-forwarded-for': from },
      });
    const statuses: number[] = [];
    for (let i = 0; i < 25; i += 1) statuses.push((await state(WRONG)).status);
    expect([counted(statuses, 400), counted(statuses, 429)]).toEqual([20, 5]);
    expect((await state(PASSWORD)).status).toBe(429);
  });

  it('all at once: of 60 wrong ones 20 are looked at, and a right one begins again (A-393)', async () => {
    const from = address();
    for (let i = 0; i < 19; i += 1) await change(from, WRONG);
    expect((await change(from, PASSWORD)).status).toBe(200);
    const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await change(from, WRONG)).status));
    expect([counted(statuses, 400), counted(statuses, 429)]).toEqual([20, 40]);
  });
});
