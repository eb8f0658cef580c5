import type { INestApplicationContext } from '@nestjs/common';
import { AuthService } from '@usaha/core';
import { NO_TENANT, type Database } from '@usaha/shared';
import pg from 'pg';
import { openContexts } from '../support/contexts.js';
import { openDatabase } from '../support/opened-database.js';
import { newTenant, PASSWORD, type TestTenant } from '../support/people.js';
import { workerState } from '../support/state.js';

let database: Database;
let contexts: INestApplicationContext;
let tenant: TestTenant;
beforeAll(async () => {
  database = await openDatabase(workerState().ownerUrl as string);
  contexts = await openContexts(database);
  tenant = await newTenant();
});
afterAll(async () => {
  await contexts.close();
  await database.end();
});
afterEach(() => jest.restoreAllMocks());

/** Signs in to a named tenant. @returns how many packets went to the database */
async function packetsOf(password: string): Promise<number> {
  const sent = jest.spyOn(pg.Client.prototype, 'query').mockClear();
  const client = { address: '198.51.100.7', user_agent: null };
  const who = {
    identity: tenant.admin.email,
    anyName: false,
    password,
    tenant: tenant.slug,
    needsTenant: true,
    client,
  };
  await database
    .work({ tenant_id: NO_TENANT, actor: null, now: new Date() }, (ctx) => contexts.get(AuthService).login(ctx, who))
    .catch(() => undefined);
  return sent.mock.calls.length;
}

it('a sign-in to a named tenant is three packets: what is meant, the count, the session with all that is kept of it', async () => {
  await packetsOf(PASSWORD);
  expect(await packetsOf(PASSWORD)).toBe(3);
});
