import { call } from '../support/client.js';
import { unique } from '../support/people.js';
import { clonedDatabase, dropDatabases, type OwnDatabase } from '../support/system-database.js';
import { startOwnService, stopOwnServices } from '../support/system-service.js';

/** Which new passwords the operator refuses for all tenants. */

jest.setTimeout(120_000);

let database: OwnDatabase;
beforeAll(async () => {
  database = await clonedDatabase();
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

it.each([
  ['worst', { '12345678': 400, password123: 201, 'kuda hijau': 201 }],
  ['all', { '12345678': 400, password123: 400, Usaha2026: 400, 'kuda hijau': 201 }],
  ['off', { '12345678': 201, password123: 201, 'kuda hijau': 201 }],
])('PASSWORD_BLOCKLIST=%s', async (PASSWORD_BLOCKLIST, expected) => {
  const { baseUrl, stop } = await startOwnService(database, { PASSWORD_BLOCKLIST });
  const register = async (password: string) => {
    const username = unique('blocked');
    const body = { username, email: `${username}@example.com`, password };
    // Not as a body: answers may hold what is remembered as a secret, since these passwords are words.
    const raw = { raw: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    return (await call('POST', '/api/v1/auth/register/', raw, baseUrl)).status;
  };
  const answers: [string, number][] = [];
  for (const password of Object.keys(expected)) answers.push([password, await register(password)]);
  expect(Object.fromEntries(answers)).toEqual(expected);
  await stop();
});
