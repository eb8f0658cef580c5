import { once } from 'node:events';
import { connect } from 'node:net';
import type { Answer } from '../support/client.js';
import { PASSWORD, unique } from '../support/people.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  newTenantAt,
  pause,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** New passwords cost what they cost in production: one address that sends thousands keeps no other caller waiting. */

jest.setTimeout(120_000);

/** As many as one connection is heard for. */
const PIPELINED = 16;
const FLOOD = 9_000;
/** Longer than a bystander waits on a busy machine, shorter than the flood takes to be hashed. */
const TIMEOUT_MS = 20_000;

let database: OwnDatabase;
let service: OwnService;
let calm: OwnTenant;
beforeAll(async () => {
  database = await clonedDatabase();
  const environment = { REQUEST_TIMEOUT_MS: String(TIMEOUT_MS), TRUST_PROXY: 'loopback' };
  service = await startOwnService(database, environment, { costlyPasswords: true });
  calm = await newTenantAt(service);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const accountOf = (name: string) => ({ username: name, email: `${name}@example.com`, password: PASSWORD });

function registrationOf(name: string): string {
  const body = JSON.stringify(accountOf(name));
  const head = ['POST /api/v1/auth/register/ HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
  return [...head, `Content-Length: ${body.length}`, '', body].join('\r\n');
}

/** Sends registrations on as many connections as they need, and drops all of them without having read an answer. */
async function flood(name: string): Promise<void> {
  const port = Number(new URL(service.baseUrl).port);
  const sockets = Array.from({ length: FLOOD / PIPELINED }, () => connect(port, '127.0.0.1'));
  await Promise.all(
    sockets.map(async (socket, i) => {
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(Array.from({ length: PIPELINED }, (_, n) => registrationOf(`${name}-${i}-${n}`)).join(''));
    }),
  );
  await pause(400);
  for (const socket of sockets) socket.destroy();
}

it('9,000 registrations that are dropped leave the line, and other addresses and tenants set passwords meanwhile', async () => {
  const name = unique('flood');
  const flooding = flood(name);
  await pause(200);
  const elsewhere = { 'x-forwarded-for': '192.0.2.7' };
  const asked: Record<string, Promise<Answer>> = {
    register: at(service).send('POST', '/api/v1/auth/register/', {
      body: accountOf(unique('calm')),
      headers: elsewhere,
    }),
    create: at(service).post('/api/v1/users/', { ...accountOf(unique('calm')), role: 'staff' }, calm.admin.token),
    change: at(service).post(
      `/api/v1/users/${calm.admin.id}/change-password/`,
      { current_password: PASSWORD, new_password: 'An0therPassword' },
      calm.admin.token,
    ),
  };
  await flooding;
  const answers = await Promise.all(Object.entries(asked).map(async ([what, answer]) => [what, (await answer).status]));
  expect(Object.fromEntries(answers)).toEqual({ register: 201, create: 201, change: 200 });
  // Passwords hashed by then are stored; no more are.
  await pause(1_000);
  const count = async () =>
    (await sql(database.ownerUrl, 'select 1 from core.users where username like $1', [`${name}-%`])).length;
  const before = await count();
  await pause(1_000);
  expect(await count()).toBe(before);
  expect(before).toBeLessThan(FLOOD / 10);
});
