import { ActiveWithPassword1764980431000 } from '../../libs/core/dist/migrations/1764980431000-active-with-password.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import { PASSWORD, unique } from '../support/people.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { at, newTenantAt, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';

/** What the upgrade makes of accounts of earlier releases. */

jest.setTimeout(120_000);

let database: OwnDatabase;
let service: OwnService;
beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

it('turns active users without a password pending, and leaves all others as they are (A-411)', async () => {
  const { admin, slug } = await newTenantAt(service);
  const user = async (extra: object) => {
    const body = { email: `${unique('u')}@example.com`, first_name: 'A', last_name: 'B', role: 'ADMIN', ...extra };
    return (await at(service).post('/v1/users', body, admin.token)).body;
  };
  const [one, other, inactive] = [await user({}), await user({ password: PASSWORD }), await user({})];
  // As releases before 1.2.0 wrote them.
  await sql(database.ownerUrl, "update core.users set status = 'active' where id = $1", [one.id]);
  await sql(database.ownerUrl, "update core.users set status = 'inactive' where id = $1", [inactive.id]);
  const status = async ({ id }: { id: string }) => (await at(service).get(`/v1/users/${id}`, admin.token)).body.status;
  expect(await status(one)).toBe('ACTIVE');
  const dataSource = createDataSource({ url: database.ownerUrl, entities: [] });
  await dataSource.initialize();
  await new ActiveWithPassword1764980431000().up(dataSource.createQueryRunner());
  await dataSource.destroy();
  expect([await status(one), await status(other), await status(inactive)]).toEqual(['PENDING', 'ACTIVE', 'INACTIVE']);
  expect((await at(service).put(`/api/v1/users/${admin.id}/`, { role: 'staff' }, admin.token)).status).toBe(200);
  const login = { email: admin.email, password: PASSWORD, tenant_slug: slug };
  expect((await at(service).post('/v1/auth/login', login)).status).toBe(200);
});
