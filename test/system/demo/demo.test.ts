import { dropDatabases, emptyDatabase } from '../../support/system-database.js';
import type { Json } from '../../support/client.js';
import { at, startOwnService, stopOwnServices } from '../../support/system-service.js';
import { carrierCounts, describeCarriers } from './carriers.js';
import { clinicCounts, describeClinics } from './clinics.js';
import { Demo } from './demo.js';
import { describeSalons, salonCounts } from './salons.js';
import { describeSchools, schoolCounts } from './schools.js';
import { describeShops, shopCounts } from './shops.js';

// Starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

const demo = new Demo();

beforeAll(async () => {
  const database = await emptyDatabase();
  demo.begin(database, await startOwnService(database, { SEED_DEMO: 'true' }));
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

describeShops(demo);
describeClinics(demo);
describeSchools(demo);
describeSalons(demo);
describeCarriers(demo);

it('demo businesses are left alone by a second start', async () => {
  const counts = async () => [
    await shopCounts(demo),
    await clinicCounts(demo),
    await schoolCounts(demo),
    await salonCounts(demo),
    await carrierCounts(demo),
  ];
  const before = await counts();
  await demo.service().stop();
  demo.begin(demo.database(), await startOwnService(demo.database(), { SEED_DEMO: 'true' }));
  expect(await counts()).toEqual(before);
});

it.each(['contract', 'reference'])(
  'A-177: the examples of the %s document that sign in work as they stand',
  async (name) => {
    // Not by `call`, which would take the password of demo accounts for a secret: the documents say it to everybody.
    const document = (await (await fetch(`${demo.service().baseUrl}/docs/${name}.json`)).json()) as Json;
    const open = Object.entries<Json>(document.paths).filter(([path]) => /\/auth\/(?:login|register)\/?$/.test(path));
    expect(open).toHaveLength(name === 'contract' ? 1 : 2);
    for (const [path, { post }] of open)
      for (const { value } of Object.values<Json>(post.requestBody.content['application/json'].examples)) {
        const { status, text } = await at(demo.service()).post(path, value);
        // A second registration of the same user is a conflict.
        const expected = path.includes('login') ? [200] : [201, 409];
        expect({ path, value, text, ok: expected.includes(status) }).toMatchObject({ ok: true });
      }
  },
);
