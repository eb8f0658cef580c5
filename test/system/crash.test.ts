import { once } from 'node:events';
import { clonedDatabase, dropDatabases, sql } from '../support/system-database.js';
import { at, newTenantAt, pause, startOwnService, stopOwnServices } from '../support/system-service.js';
import { unique } from '../support/people.js';

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** Answered changes are kept, however the service ends. */

const CALLERS = 6;
const ENOUGH = 60;

afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

it('loses no answered create when it is killed in the middle of a load of them', async () => {
  const database = await clonedDatabase();
  const service = await startOwnService(database);
  const tenant = await newTenantAt(service);
  const answered: string[] = [];
  let unanswered = 0;
  let killed = false;

  // Not through the tests' client: a broken connection is what is wanted here.
  const create = async (): Promise<string> => {
    const response = await fetch(`${service.baseUrl}/v1/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `${unique('load')}@example.com`,
        first_name: 'Siti',
        last_name: 'Nur',
        role: 'STAFF',
      }),
    });
    if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
    return ((await response.json()) as { id: string }).id;
  };
  const caller = async () => {
    while (!killed) {
      try {
        answered.push(await create());
      } catch (error) {
        if (!killed) throw error;
        unanswered += 1;
      }
    }
  };
  const load = Promise.all(Array.from({ length: CALLERS }, caller));
  while (answered.length < ENOUGH) await pause(5);
  const ended = once(service.child, 'exit');
  // Stopped wherever it is in the midst of them, so that some are left without an answer however slow this process is.
  service.child.kill('SIGSTOP');
  await pause(50);
  killed = true;
  service.child.kill('SIGKILL');
  await load;
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(unanswered).toBeGreaterThan(0);

  const again = await startOwnService(database);
  const found = await Promise.all(
    answered.map(async (id) => (await at(again).get(`/v1/users/${id}`, tenant.admin.token)).status),
  );
  expect(found).toEqual(answered.map(() => 200));

  // Nothing is there by halves: every user has his entry on the audit trail, and the other way round.
  const [rows] = await sql(
    database.ownerUrl,
    `select count(u.id)::int as users, count(a.id)::int as entries
     from core.users u full join kernel.audit_entries a
       on a.tenant_id = u.tenant_id and a.record_id = u.id and a.record_type = 'user' and a.action = 'create'
     where coalesce(u.tenant_id, a.tenant_id) = $1 and u.id is distinct from $2
       and (a.id is null or a.record_type = 'user' and a.action = 'create')`,
    [tenant.id, tenant.admin.id],
  );
  expect(rows?.users).toBe(rows?.entries);
  expect(rows?.users).toBeGreaterThanOrEqual(answered.length);
});
